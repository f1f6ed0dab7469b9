import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { readEvents } from '../../../src/mutations/stream/event-script.ts';
import { retold } from '../../../src/mutations/stream/retold.ts';
import { loadRecordings } from '../../../src/recording/load-recordings.ts';
import { mustIssueIds } from '../../support/streams/law-streams.ts';
import { mutate, readScript, reasonAgainst } from '../../support/triangle/mutate.ts';

const recordings = loadRecordings({ path: join(packageRoot, 'recordings') }).filter(
  ({ mode, provenance }) => mode === 'stream' && provenance === 'synthesised',
);

function recorded(dialect: DialectId, name: string): WireScript {
  const found = recordings.find((recording) => recording.dialect === dialect && recording.name === name);
  return found?.script ?? expect.fail(`no recording ${dialect}/${name}`);
}

function kinds(script: WireScript, dialect: DialectId): readonly string[] {
  return readScript(script, dialect).outcome.choices.flatMap(({ parts }) => parts.map(({ kind }) => kind));
}

describe('an answer that is told again', () => {
  it.each(dialectIds)('says the same in %s as long as nothing is changed', (dialect) => {
    for (const { script, name } of recordings.filter((recording) => recording.dialect === dialect)) {
      const again = readScript(
        retold(readEvents(script, dialect), (events) => events),
        dialect,
      );
      const { choices, usage, integrity } = readScript(script, dialect).outcome;
      expect({ name, choices: again.outcome.choices, usage: again.outcome.usage }).toEqual({ name, choices, usage });
      expect([name, again.outcome.integrity, ...mustIssueIds(again)]).toEqual([name, integrity]);
    }
  });
});

describe('breakages of the parts of an answer', () => {
  const messages = (name: string) => recorded('anthropic-messages', name);

  it('move a call before its text and reasoning behind it, and nothing else', () => {
    const before = messages('signed-reasoning-then-tool');
    const call = mutate('call-before-text', before, 'anthropic-messages');
    const reasoning = mutate('reasoning-after-text', before, 'anthropic-messages');
    expect(kinds(before, 'anthropic-messages')).toEqual(['reasoning', 'other', 'text', 'tool']);
    expect(kinds(call, 'anthropic-messages')).toEqual(['reasoning', 'other', 'tool', 'text']);
    expect(kinds(reasoning, 'anthropic-messages')).toEqual(['other', 'text', 'reasoning', 'tool']);
    for (const script of [call, reasoning]) {
      expect(mustIssueIds(readScript(script, 'anthropic-messages'))).toEqual([]);
    }
  });

  it('merge two texts, and add an empty one', () => {
    const two = messages('two-texts');
    expect(kinds(mutate('texts-merged', two, 'anthropic-messages'), 'anthropic-messages')).toEqual(['text']);
    expect(kinds(mutate('empty-part-added', two, 'anthropic-messages'), 'anthropic-messages')).toEqual([
      'text',
      'text',
      'text',
    ]);
  });

  it('have no meaning where a dialect cannot say them', () => {
    const chat = recorded('openai-chat', 'short-text');
    expect(reasonAgainst('empty-part-added', chat, 'openai-chat')).toBe('it has no parts');
    expect(reasonAgainst('texts-merged', chat, 'openai-chat')).toBe('it has no two texts in a row');
    expect(reasonAgainst('refusal-as-text', recorded('gemini-generate', 'refusal'), 'gemini-generate')).toBe(
      'it has no refusal',
    );
  });

  it('repeat the text so far in each delta, or all of it at its end', () => {
    const chat = recorded('openai-chat', 'short-text');
    const textOf = (script: WireScript) => readScript(script, 'openai-chat').outcome.choices[0]?.text ?? '';
    const text = textOf(chat);
    expect(textOf(mutate('text-restarted', chat, 'openai-chat'))).toBe(text + text);
    const accumulated = textOf(mutate('text-accumulated', chat, 'openai-chat'));
    expect(accumulated.endsWith(text)).toBe(true);
    expect(accumulated.length).toBeGreaterThan(2 * text.length);
  });

  it('leave what each repetition in Responses says right, so that only the comparison shows the fault', () => {
    const before = recorded('openai-responses', 'text-between-tools');
    for (const id of ['call-before-text', 'text-restarted', 'second-dropped', 'tool-arguments-respelled'] as const) {
      const label = id === 'second-dropped' ? { label: 'call' } : {};
      expect(mustIssueIds(readScript(mutate(id, before, 'openai-responses', label), 'openai-responses'))).toEqual([]);
    }
  });

  it('take encrypted reasoning out of the last snapshot alone', () => {
    const before = recorded('openai-responses', 'signed-reasoning-then-tool');
    const script = mutate('snapshot-signatures-dropped', before, 'openai-responses');
    const opaque = (read: WireScript) =>
      readScript(read, 'openai-responses').outcome.choices.flatMap(({ parts }) => parts.flatMap((part) => part.opaque));
    expect(opaque(script)).toEqual(opaque(before));
    expect(mustIssueIds(readScript(script, 'openai-responses'))).toEqual(['item.snapshot-encrypted']);
  });
});
