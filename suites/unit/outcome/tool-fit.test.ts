import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { toolFit } from '../../../src/outcome/tool-fit.ts';

const parsed = (value: JsonObject) => ({ name: 'clock', arguments: { state: 'parsed', value } as const });
const declared = (schema: JsonObject) => ({ schemas: { clock: schema }, all: true });

describe('how a call stands to the tools of its request', () => {
  const schema = {
    type: 'object',
    properties: { zone: { type: 'string' } },
    required: ['zone'],
    additionalProperties: false,
  };

  it.each([
    [{ zone: 'UTC' }, { state: 'fits' }],
    [{}, { state: 'breaks-schema', rule: '#/required' }],
    [{ zone: 7 }, { state: 'breaks-schema', rule: '#/properties/zone/type' }],
    [
      { zone: 'UTC', secret: 1 },
      { state: 'breaks-schema', rule: '#/additionalProperties' },
    ],
  ])('%j', (value, fit) => {
    expect(toolFit(declared(schema), parsed(value))).toEqual(fit);
  });

  it('is unknown without a request, and for a tool that may come from elsewhere', () => {
    expect(toolFit(undefined, parsed({}))).toBeUndefined();
    expect(toolFit({ schemas: {}, all: false }, parsed({}))).toBeUndefined();
    expect(toolFit({ schemas: {}, all: true }, parsed({}))).toEqual({ state: 'undeclared' });
  });

  it('is unknown where the arguments are no JSON, or the schema is none that can be applied', () => {
    expect(toolFit(declared(schema), { name: 'clock', arguments: { state: 'unparsable' } })).toBeUndefined();
    expect(toolFit(declared({ type: 'objekt' }), parsed({}))).toBeUndefined();
    expect(toolFit(declared({ $ref: 'https://elsewhere.example/schema' }), parsed({}))).toBeUndefined();
  });

  it('does not mind the draft, the formats or the name of a schema', () => {
    const old = { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'https://a.example/b', type: 'object' };
    expect(toolFit(declared(old), parsed({}))).toEqual({ state: 'fits' });
    const format = { type: 'object', properties: { at: { type: 'string', format: 'moon-date' } } };
    expect(toolFit(declared(format), parsed({ at: 'x' }))).toEqual({ state: 'fits' });
  });
});
