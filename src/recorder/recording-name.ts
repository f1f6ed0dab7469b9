import { isRefusal } from '../core/exchange.ts';
import type { Integrity } from '../core/outcome.ts';
import type { Mode } from '../core/route.ts';
import type { NotShown, Recording } from '../recording/recording.ts';
import type { Tapped } from './tap.ts';

const longestModel = 60;

/** A text as a part of a file name: letters, digits, dots and hyphens. */
function slug(text: string): string {
  const plain = text
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .slice(0, longestModel)
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return plain === '' ? 'unnamed' : plain;
}

/**
 * `short-text-gpt-4o`, `short-text-gpt-4o-body`. An answer that is not whole gets another name, so that it
 * never replaces a whole one: `short-text-gpt-4o-error-401`, `short-text-gpt-4o-rst`.
 */
export function scenarioRecordingName(scenario: string, model: string, mode: Mode, tapped?: Tapped): string {
  const kind = tapped === undefined ? '' : failureKind(tapped);
  return `${scenario}-${slug(model)}${mode === 'body' ? '-body' : ''}${kind}`;
}

function failureKind({ head, ending }: Tapped): string {
  if (isRefusal(head?.status)) {
    return `-error-${head?.status}`;
  }
  return ending === 'clean' ? '' : `-${ending}`;
}

/**
 * The name of a recorded scenario once it was judged: what came with a status of success and a clean end may still be cut,
 * an error, or not what the scenario is for. Then it must not replace a whole answer, either: `one-tool-gpt-4o-cut`.
 */
export function judgedRecordingName(
  name: string,
  { integrity, notShown }: { readonly integrity: Integrity; readonly notShown?: NotShown },
  { script: { head } }: Recording,
): string {
  // What the head or the ending shows is in the name already.
  if (isRefusal(head.status) || integrity === 'transport_error') {
    return name;
  }
  const kind = judgedKind(integrity);
  return `${name}${kind === '' && notShown !== undefined ? '-not-shown' : kind}`;
}

function judgedKind(integrity: Exclude<Integrity, 'transport_error'>): string {
  switch (integrity) {
    case 'complete':
      return '';
    case 'provider_error':
      return '-error';
    case 'no_end_marker':
    case 'buffer_residual':
    case 'limit_exceeded':
      return '-cut';
    case 'missing_finish_reason':
      return '-unfinished';
    case 'protocol_error':
      return '-broken';
  }
}

/** `20261130-120000-003-gpt-4o`: when the proxy was started, which exchange it was, and the model. */
export function proxyRecordingName(startedAt: Date, ordinal: number, model: string): string {
  const stamp = startedAt.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${String(ordinal).padStart(3, '0')}-${slug(model)}`;
}
