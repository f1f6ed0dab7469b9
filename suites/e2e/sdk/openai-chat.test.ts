import { openaiChatSdk } from '../../support/sdk/readers/openai-chat.ts';
import { describeSdkReader } from '../../support/sdk/suite.ts';

describeSdkReader(openaiChatSdk);
