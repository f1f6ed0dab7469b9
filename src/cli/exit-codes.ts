import type { RunVerdict } from '../certify/judge/verdict.ts';
import type { ExitCode } from './shell.ts';

export const exitCodes: Readonly<Record<RunVerdict, ExitCode>> = { certified: 0, refused: 1, unfinished: 3 };
