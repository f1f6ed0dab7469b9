import { certifySuite } from '../../src/certify/run/suite.ts';

certifySuite('bodies');
