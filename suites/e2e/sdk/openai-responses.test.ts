import { openaiResponsesSdk } from '../../support/sdk/readers/openai-responses.ts';
import { describeSdkReader } from '../../support/sdk/suite.ts';

describeSdkReader(openaiResponsesSdk);
