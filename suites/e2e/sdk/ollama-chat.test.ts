import { ollamaChatSdk } from '../../support/sdk/readers/ollama-chat.ts';
import { describeSdkReader } from '../../support/sdk/suite.ts';

describeSdkReader(ollamaChatSdk);
