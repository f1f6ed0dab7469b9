import type { RunVerdict } from '../certify/judge/verdict.ts';
import type { ExitCode } from './shell.ts';

export function exitCodeOf(verdict: RunVerdict): ExitCode {
  switch (verdict) {
    case 'certified':
      return 0;
    case 'refused':
      return 1;
    case 'unfinished':
      return 3;
  }
}
