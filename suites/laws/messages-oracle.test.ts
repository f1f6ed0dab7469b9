import { describe, expect, it } from 'vitest';
import { joinChunks } from '../../src/core/exchange.ts';
import type { Issue } from '../../src/core/issue.ts';
import { parseJson } from '../../src/core/json.ts';
import { createRandom } from '../../src/core/random.ts';
import type { Reading } from '../../src/core/reading.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { corpusBytes, corpusFolder, everyCorpusRow } from '../support/corpus/corpus.ts';
import { changeNames, messagesBytes, mutant, type Payloads } from '../support/streams/event-mutants.ts';
import { captureOf, ownRecordings } from '../support/streams/law-streams.ts';
import { type MachineRule, MessagesMachine } from '../support/streams/messages-machine.ts';

/** The rule of the machine that matches an issue of the contract. */
const ruleOfIssue: readonly (readonly [issue: RegExp, rule: MachineRule])[] = [
  [/^state\.start\./, 'start-first'],
  [/^state\.(body|closing)\.message_start$/, 'one-start'],
  [/^state\.closing\.content_block_(start|delta|stop)$/, 'no-block'],
  [/^state\.body\.message_stop$/, 'reason-first'],
  [/^start\.content$/, 'start-empty'],
  [/^block\.key$/, 'index-given'],
  [/^block\.gap$/, 'index-dense'],
  [/^block\.duplicate$/, 'index-once'],
  [/^block\.overlap$/, 'one-open'],
  [/^block\.unclosed$/, 'all-closed'],
  [/^block\.not-open$/, 'block-open'],
  [/^block\.kind\./, 'delta-fits'],
  [/^block\.thinking-after-signature$/, 'signature-last'],
  [/^block\.second-signature$/, 'signature-once'],
  [/^finish\.withdrawn$/, 'reason-last'],
  [/^after-end\./, 'nothing-after'],
];

/** The machine judges only order. Only the contract judges schemas, framing and identity. */
const isOrder = ({ topic, id }: Issue): boolean =>
  (topic === 'order' || topic === 'terminal' || topic === 'after-terminal') && id !== 'terminal.missing';

function read(bytes: Uint8Array): { readonly reading: Reading; readonly machine: MessagesMachine } {
  const reading = readCapture('anthropic-messages', 'stream', captureOf(bytes));
  const machine = new MessagesMachine();
  for (const frame of reading.frames.filter(({ hasData, terminated }) => hasData && terminated)) {
    const parsed = parseJson(frame.data);
    machine.take(parsed.ok ? parsed.value : undefined);
  }
  return { reading, machine };
}

/** What each reader says, in one form. */
function views(bytes: Uint8Array): { readonly contract: object; readonly machine: object } {
  const { reading, machine } = read(bytes);
  const positions = reading.frames.filter(({ hasData, terminated }) => hasData && terminated).map(({ index }) => index);
  const choice = reading.outcome.choices[0];
  const ends = { stopped: 'completed', failed: 'failed', start: undefined, body: undefined, closing: undefined };
  const withdrawn = machine.breaches.some(({ rule }) => rule === 'reason-last');
  const others = reading.issues.some((issue) => !isOrder(issue) && ['BRK', 'SPEC'].includes(issue.level));
  const harmless = reading.issues.every((issue) => !isOrder(issue) || issue.level === 'TOL');
  return {
    contract: {
      end: reading.outcome.phase === 'interrupted' ? undefined : reading.outcome.phase,
      complete: reading.outcome.integrity === 'complete',
      finish: withdrawn ? undefined : choice?.finish?.raw,
      order: unique(reading.issues.filter(isOrder).map(({ id, frame }) => `${frame} ${ruleOf(id)}`)),
      parts: (choice?.parts ?? []).map(({ content, completed }) => ({ content, completed })),
    },
    machine: {
      end: ends[machine.state],
      complete: machine.state === 'stopped' && machine.stopReason !== undefined && !others && harmless,
      finish: withdrawn ? undefined : machine.stopReason,
      order: unique(machine.breaches.map(({ at, rule }) => `${positions[at]} ${rule}`)),
      // A call without id or name is announced to clients at its end, not before.
      parts: machine.blocks
        .filter(({ type, id, name, closed }) => closed || !type.endsWith('tool_use') || (id !== '' && name !== ''))
        .map(({ content, closed }) => ({ content, completed: closed })),
    },
  };
}

function ruleOf(id: string): string {
  return ruleOfIssue.find(([pattern]) => pattern.test(id))?.[1] ?? `no rule for ${id}`;
}

function unique(lines: readonly string[]): readonly string[] {
  return [...new Set(lines)].sort();
}

interface Source {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const recordings: readonly Source[] = ownRecordings
  .filter(({ dialect, mode }) => dialect === 'anthropic-messages' && mode === 'stream')
  .map(({ name, script }) => ({ name, bytes: joinChunks(script.writes) }));

const corpus: readonly Source[] = everyCorpusRow()
  .filter(({ dialect, stream }) => dialect === 'anthropic-messages' && stream)
  .map((row) => ({ name: row.file, bytes: corpusBytes(row) }));

function payloadsOf(bytes: Uint8Array): Payloads {
  return read(bytes)
    .reading.frames.filter(({ hasData }) => hasData)
    .map(({ data }) => {
      const parsed = parseJson(data);
      return parsed.ok ? parsed.value : undefined;
    });
}

/** Compares the two readers on seeded mutants of each stream. Returns the names of the changes that were tried. */
function compareMutants(sources: readonly Source[], each: number): ReadonlySet<string> {
  const tried = new Set<string>();
  for (const { name, bytes } of sources) {
    const payloads = payloadsOf(bytes);
    for (let seed = 0; payloads.length > 0 && seed < each; seed += 1) {
      const changed = mutant(payloads, createRandom(`${name} ${seed}`));
      const { contract, machine } = views(messagesBytes(changed.payloads));
      expect(contract, `${name}, seed ${seed}: ${changed.names.join(', ')}`).toEqual(machine);
      for (const change of changed.names) {
        tried.add(change);
      }
    }
  }
  return tried;
}

describe('the Messages contract agrees with a hand-written state machine', () => {
  it('on every recording of this package', () => {
    for (const { name, bytes } of recordings) {
      const { contract, machine } = views(bytes);
      expect(contract, name).toEqual(machine);
      expect(machine, name).toMatchObject({ end: 'completed', order: [] });
    }
    expect(recordings.length).toBeGreaterThanOrEqual(15);
  });

  it('on 3,000 mutants of the recordings', () => {
    expect([...compareMutants(recordings, 3_000 / recordings.length)].sort()).toEqual([...changeNames].sort());
  });

  it('on a recording that is cut after any byte', () => {
    const [shortest] = [...recordings].sort((left, right) => left.bytes.length - right.bytes.length);
    for (let length = 0; length < (shortest?.bytes.length ?? 0); length += 1) {
      const { contract, machine } = views(shortest?.bytes.subarray(0, length) ?? new Uint8Array());
      expect({ ...contract, complete: false }, `${length} bytes`).toEqual({ ...machine, complete: false });
    }
  });

  describe.skipIf(corpusFolder() === undefined)('and, with ../shared/corpus,', () => {
    it('on every recorded stream of any server', () => {
      for (const { name, bytes } of corpus) {
        const { contract, machine } = views(bytes);
        expect(contract, name).toEqual(machine);
      }
      expect(corpus.length).toBeGreaterThan(100);
      console.info(`anthropic-messages: ${corpus.length} recorded streams read twice`);
    });

    it('on 30 mutants of each', () => {
      compareMutants(corpus, 30);
    });
  });
});
