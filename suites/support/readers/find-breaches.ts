import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import type { Issue } from '../../../src/core/issue.ts';
import type { Mode } from '../../../src/core/route.ts';
import type { RequestFacts } from '../../../src/core/scenario.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { wholeAnswers } from './answers.ts';
import { type Answer, type Breakable, scriptOf } from './exchange.ts';
import { formEdits } from './form-edits.ts';
import { orderEdits } from './order-edits.ts';
import { placeEdits } from './place-edits.ts';
import { wireEdits } from './wire-edits.ts';

/** One breach: an answer that raises an issue, beside the same answer without it. */
export interface Breach {
  readonly edit: string;
  readonly asked: Mode;
  readonly facts: RequestFacts;
  readonly whole: WireScript;
  readonly broken: WireScript;
  /** Other issues that it raises, too. */
  readonly others: readonly string[];
}

/** How many breaches of one issue by one kind of change are kept. */
const mostAlike = 2;

/** How many breaches of one issue are kept. */
const most = 16;

/**
 * Breaches of a dialect by what they raise: the id of an issue, with place and keyword where it is about a schema. Each was
 * read by our own reader. Of an issue that comes alone, there are only breaches that raise nothing else.
 */
export function findBreaches(dialect: DialectId): ReadonlyMap<string, readonly Breach[]> {
  const found = new Map<string, Breach[]>();
  const clean = new Map<Answer, boolean>();
  const isClean = (answer: Answer): boolean => {
    const { mode, facts } = answer;
    const known = clean.get(answer) ?? raisedBy(dialect, scriptOf(answer), mode, facts).length === 0;
    clean.set(answer, known);
    return known;
  };
  for (const { edit, asked, facts, wholes, broken } of breakables(dialect)) {
    const raised = raisedBy(dialect, broken, asked, facts);
    if (raised.length === 0) {
      continue;
    }
    const whole = wholes.find(isClean);
    if (whole === undefined) {
      continue;
    }
    for (const key of raised) {
      const others = raised.filter((other) => other !== key);
      const kept = found.get(key) ?? [];
      const alike = kept.filter(
        (one) => one.edit === edit && one.asked === asked && one.others.length <= others.length,
      );
      if (alike.length < mostAlike) {
        found.set(key, [...kept, { edit, asked, facts, whole: scriptOf(whole), broken, others }]);
      }
    }
  }
  return new Map([...found].map(([key, breaches]) => [key, purest(breaches)]));
}

/** Those that raise the fewest other issues, of each kind of change first one and then another. */
function purest(breaches: readonly Breach[]): readonly Breach[] {
  const fewest = Math.min(...breaches.map(({ others }) => others.length));
  const byEdit = Map.groupBy(
    breaches.filter(({ others }) => others.length === fewest),
    ({ edit, asked }) => `${asked} ${edit}`,
  );
  return [0, 1].flatMap((turn) => [...byEdit.values()].flatMap((alike) => alike.slice(turn, turn + 1))).slice(0, most);
}

function* breakables(dialect: DialectId): Generator<Breakable> {
  const answers = wholeAnswers(dialect);
  yield* orderEdits(answers);
  yield* wireEdits(answers.slice(0, 3));
  yield* formEdits(answers);
  yield* placeEdits(answers);
}

/** What an issue is, for whoever counts: its id, and for a schema also the place, with `*` for a position, and the keyword. */
export function issueKey({ id, detail = '' }: Pick<Issue, 'id' | 'detail'>): string {
  return id.startsWith('event.schema.') ? `${id} ${detail.replaceAll(/\/\d+(?=[/ ])/g, '/*')}` : id;
}

function raisedBy(dialect: DialectId, script: WireScript, asked: Mode, facts: RequestFacts): readonly string[] {
  const capture = { head: script.head, chunks: script.writes, ending: 'clean', endedAtMs: 0 } as const;
  const { issues } = readCapture(dialect, asked, capture, { drift: false, facts });
  return [...new Set(issues.map(issueKey))];
}
