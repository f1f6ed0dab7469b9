import { join } from 'node:path';
import { packageRoot } from '../core/package-root.ts';

/** The folder of this package's own recordings. */
export const packagedRecordings: string = join(packageRoot, 'recordings');

/** The folder of this package's scenarios. */
export const packagedScenarios: string = join(packagedRecordings, 'scenarios');
