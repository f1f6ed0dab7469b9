import { anthropicMessagesSdk } from '../../support/sdk/readers/anthropic-messages.ts';
import { describeSdkReader } from '../../support/sdk/suite.ts';

describeSdkReader(anthropicMessagesSdk);
