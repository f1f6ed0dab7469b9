import { certifySuite } from '../../src/certify/suite.ts';

certifySuite('preserving');
