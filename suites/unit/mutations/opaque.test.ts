import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import { mustIssueIds, ownRecordings } from '../../support/streams/law-streams.ts';
import { mutate, readScript, reasonAgainst, variantsOf } from '../../support/triangle/mutate.ts';

function scriptOf(dialect: DialectId, name: string): WireScript {
  const found = ownRecordings.find((recording) => recording.dialect === dialect && recording.name === name);
  return found?.script ?? expect.fail(`no recording ${dialect}/${name}`);
}

function opaqueNames(script: WireScript, dialect: DialectId): readonly string[] {
  const reading = readScript(script, dialect);
  expect({ integrity: reading.outcome.integrity, musts: mustIssueIds(reading) }).toEqual({
    integrity: 'complete',
    musts: [],
  });
  const values = reading.outcome.choices.flatMap(({ parts }) => parts.flatMap(({ opaque }) => opaque));
  return [...new Set(values.filter(({ value }) => value !== '').map(({ name }) => name))].toSorted();
}

const rows: readonly [DialectId, string, string, readonly string[], readonly string[]][] = [
  ['anthropic-messages', 'signed-reasoning-then-tool', 'signatures', ['block', 'signature'], ['block']],
  ['gemini-generate', 'signed-reasoning-then-tool', 'signatures', ['thought_signature'], []],
  ['gemini-generate', 'citations', 'attachments', ['citation_metadata', 'grounding_metadata'], []],
  ['gemini-generate', 'logprobs', 'attachments', ['logprobs_result'], []],
  ['openai-chat', 'logprobs', 'attachments', ['logprobs'], []],
  ['openai-chat', 'citations', 'attachments', ['annotation'], []],
  ['openai-responses', 'signed-reasoning-then-tool', 'signatures', ['encrypted_reasoning'], []],
  ['openai-responses', 'logprobs', 'attachments', ['logprobs'], []],
];

describe('dropped opaque values', () => {
  it.each(rows)('%s/%s: %s go, and all else is as it was', (dialect, name, label, before, after) => {
    const script = scriptOf(dialect, name);
    expect(variantsOf('opaque-dropped', script, dialect).map((variant) => variant.label)).toEqual([label]);
    const changed = mutate('opaque-dropped', script, dialect, { label });
    expect([opaqueNames(script, dialect), opaqueNames(changed, dialect)]).toEqual([before, after]);
    const said = (given: WireScript) =>
      readScript(given, dialect).outcome.choices.map(({ text, reasoning, tools, finish }) => [
        text,
        reasoning,
        tools,
        finish,
      ]);
    expect(said(changed)).toEqual(said(script));
  });

  it('are none where nothing is opaque', () => {
    expect(reasonAgainst('opaque-dropped', scriptOf('openai-chat', 'short-text'), 'openai-chat')).toBe(
      'it has no signatures or attachments',
    );
  });
});
