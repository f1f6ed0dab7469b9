import { geminiGenerateSdk } from '../../support/sdk/readers/gemini-generate.ts';
import { describeSdkReader } from '../../support/sdk/suite.ts';

describeSdkReader(geminiGenerateSdk);
