import type { Coordinates, DomainEventBody, FinishKind } from '../../../../src/core/domain-event.ts';
import { isObject, type JsonObject, parseJson, parseJsonToRewrite } from '../../../../src/core/json.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import type { ReportedError } from '../../../../src/core/reported-error.ts';
import type { Dialect, EncoderOptions } from '../../../../src/dialects/dialect.ts';
import type { EncodableFrame } from '../../../../src/wire/sse-encoder.ts';

export const options: EncoderOptions = {
  id: 'response-1',
  model: 'model-1',
  created: 1_700_000_000,
  includeUsage: true,
};

/** All frames that a fresh encoder of the dialect writes for these events. */
export function encodeAll(
  dialect: Dialect,
  events: readonly DomainEventBody[],
  overrides: Partial<EncoderOptions> = {},
): readonly EncodableFrame[] {
  const encoder = dialect.createEncoder({ ...options, ...overrides });
  return events.flatMap((event) => encoder.push(event));
}

/** The body of this outcome, as a client parses it; numbers keep their digits. */
export function bodyOf(dialect: Dialect, given: Outcome, overrides: Partial<EncoderOptions> = {}): JsonObject {
  const parsed = parseJsonToRewrite(JSON.stringify(dialect.encodeBody(given, { ...options, ...overrides })));
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

/** The JSON payloads of frames; the done text and comments have none. */
export function payloads(frames: readonly EncodableFrame[]): readonly JsonObject[] {
  return frames.flatMap((frame) => {
    const parsed = frame.data === undefined ? undefined : parseJson(frame.data);
    return parsed?.ok && isObject(parsed.value) ? [parsed.value] : [];
  });
}

/** Events as short words, so that a test shows what matters. `part` counts within choice 0 unless `choice` says else. */
export const started: DomainEventBody = { kind: 'response.started' };
export const completed: DomainEventBody = { kind: 'response.completed' };

export function at(part: number, choice = 0): Coordinates {
  return { choice, part };
}

export function finish(kind: FinishKind, raw: string = kind, choice = 0): DomainEventBody {
  return { kind: 'finish.reported', choice, finish: kind, raw };
}

export function text(part: number, ...deltas: readonly string[]): readonly DomainEventBody[] {
  return [
    { kind: 'content.started', at: at(part), part: 'text' },
    ...deltas.map((delta): DomainEventBody => ({ kind: 'content.delta', at: at(part), text: delta })),
    { kind: 'content.completed', at: at(part) },
  ];
}

export function reasoning(
  part: number,
  signature: string | undefined,
  ...deltas: readonly string[]
): readonly DomainEventBody[] {
  return [
    { kind: 'reasoning.started', at: at(part) },
    ...deltas.map((delta): DomainEventBody => ({ kind: 'reasoning.delta', at: at(part), text: delta })),
    ...(signature === undefined
      ? []
      : [{ kind: 'opaque.reported', at: at(part), name: 'signature', value: signature } as const]),
    { kind: 'reasoning.completed', at: at(part) },
  ];
}

export function toolStart(part: number, id: string, name: string, choice = 0): DomainEventBody {
  return { kind: 'tool.started', at: at(part, choice), owner: 'client', id, name };
}

export function toolDelta(part: number, delta: string, choice = 0): DomainEventBody {
  return { kind: 'tool.arguments.delta', at: at(part, choice), text: delta };
}

export function toolEnd(part: number, choice = 0): DomainEventBody {
  return { kind: 'tool.completed', at: at(part, choice) };
}

export function tool(part: number, id: string, name: string, ...deltas: readonly string[]): readonly DomainEventBody[] {
  return [toolStart(part, id, name), ...deltas.map((delta) => toolDelta(part, delta)), toolEnd(part)];
}

export function failure(error: Partial<ReportedError>): DomainEventBody {
  return { kind: 'error.reported', error: { origin: 'provider', class: 'server', ...error } };
}
