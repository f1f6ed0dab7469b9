import type { Severity } from '../../core/requirement.ts';
import type { Role, Style } from './style.ts';

/** `MUST  `, `SHOULD`: as wide as the widest of them. */
export function severityLabel(severity: Severity, style: Style): string {
  return style(roleOf(severity), severity.toUpperCase().padEnd(6));
}

function roleOf(severity: Severity): Role {
  switch (severity) {
    case 'must':
      return 'bad';
    case 'should':
      return 'doubtful';
    case 'may':
    case 'note':
      return 'quiet';
  }
}
