import { describe, expect, it } from 'vitest';
import { joinChunks } from '../../../../src/core/exchange.ts';
import { isArray, isObject, type JsonObject, type JsonValue, parseJson } from '../../../../src/core/json.ts';
import { dialectSamples } from '../../../support/dialects.generated.ts';
import { mustIssueIds } from '../../../support/streams/law-streams.ts';
import { readBody, readStream, type Stream, whole } from '../openai-responses/streams.ts';

type Edit = (object: JsonObject) => JsonObject;

/** Changes every object of a document, the innermost first. */
function everywhere(value: JsonValue | undefined, edit: Edit): JsonValue | undefined {
  if (value !== undefined && isArray(value)) {
    return value.map((item) => everywhere(item, edit) ?? null);
  }
  return isObject(value)
    ? edit(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, everywhere(member, edit)])))
    : value;
}

function edited(value: JsonObject, edit: Edit): JsonObject {
  const changed = everywhere(value, edit);
  return isObject(changed) ? changed : {};
}

const citation = { type: 'url_citation', url: 'https://pages.example/', start_index: 0, end_index: 1 };
const format = { type: 'json_schema', schema: { type: 'object' }, strict: true };

const servers: readonly (readonly [trait: string, edit: Edit])[] = [
  ['annotations-absent', ({ annotations: _, ...rest }) => rest],
  [
    'citation-title-absent',
    (object) => (object['type'] === 'output_text' ? { ...object, annotations: [citation] } : object),
  ],
  ['format-name-absent', (object) => (object['object'] === 'response' ? { ...object, text: { format } } : object)],
];

const parsed = parseJson(Buffer.from(joinChunks(dialectSamples['openai-responses'].body.writes)).toString('utf8'));
const body: JsonObject = parsed.ok && isObject(parsed.value) ? parsed.value : {};

describe('the trait of a Responses server that leaves something out', () => {
  it.each(servers)('%s makes its streams and bodies pass, and is needed for it', (trait, edit) => {
    const stream: Stream = whole.map((event) => edited(event, edit));
    const readings = (traits: readonly string[]) => [
      readStream(stream, { traits }),
      readBody(edited(body, edit), { traits }),
    ];
    for (const reading of readings([])) {
      const ids = mustIssueIds(reading);
      expect(ids.length).toBeGreaterThan(0);
      expect(ids.filter((id) => !id.startsWith('event.schema.'))).toEqual([]);
    }
    for (const reading of readings([trait])) {
      expect(mustIssueIds(reading)).toEqual([]);
      expect(reading.outcome.integrity).toBe('complete');
    }
  });
});
