import { joinChunks } from '../../../src/core/exchange.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { streamHeaders } from '../streams/stream-bytes.ts';
import { type Answer, type Breakable, breakable, scriptFrom, scriptOf } from './exchange.ts';

/** Blocks and lines that stand between two events. */
const between: Readonly<Record<string, string>> = {
  retry: 'retry: 3000',
  'retry without a number': 'retry: soon',
  id: 'id: 7',
  'id with NUL': 'id: a\0b',
  event: 'event: keepalive',
  'error event': 'event: error',
  comment: ': note',
  'unknown field': 'color: red',
  'bare JSON': '{"error":{"message":"overloaded","type":"server_error"}}',
  'another case': 'Data: {"a":1}',
  'bare text': 'Internal Server Error',
};

/** Fields that stand beside the data of an event. */
const beside: Readonly<Record<string, string>> = {
  retry: 'retry: 3000\n',
  'retry without a number': 'retry: soon\n',
  id: 'id: 7\n',
  'id with NUL': 'id: a\0b\n',
  comment: ': note\n',
  'unknown field': 'color: red\n',
  event: 'event: other\n',
};

/** What bytes, lines and event names of a stream of server-sent events can have wrong. Nothing for other framings. */
export function* wireEdits(answers: readonly Answer[]): Generator<Breakable> {
  for (const answer of answers.filter(({ mode }) => mode === 'stream')) {
    const { dialect, frames } = answer;
    const script = scriptOf(answer);
    const text = Buffer.from(joinChunks(script.writes)).toString('utf8');
    const written = (changed: string) => scriptFrom(Buffer.from(changed), answer.status, streamHeaders(dialect));
    yield breakable('the last line end', answer, written(text.replace(/[\r\n]+$/, '')));
    yield breakable('the last bytes', answer, written(text.replace(/[\r\n]+$/, '').slice(0, -3)));
    const { style } = dialects[dialect].streams[0];
    if (style.framing !== 'sse') {
      continue;
    }
    const lineEnd = style.lineEnd;
    const blocks = text.split(lineEnd + lineEnd);
    const spaced = (changed: readonly string[]) => written(changed.join('\n\n').replaceAll(/\r?\n/g, lineEnd));
    const middle = blocks.length >> 1;
    for (const [edit, line] of Object.entries(between)) {
      yield breakable(`${edit} between`, answer, spaced(blocks.toSpliced(middle, 0, line)));
    }
    for (const [edit, lines] of Object.entries(beside)) {
      const [before, after] = [`${lines}${blocks[middle]}`, `${blocks[middle]}\n${lines.trimEnd()}`];
      yield breakable(`${edit} before`, answer, spaced(blocks.with(middle, before)));
      yield breakable(`${edit} behind`, answer, spaced(blocks.with(middle, after)));
    }
    const bare = blocks[middle] ?? '';
    yield breakable('data without its name', answer, spaced(blocks.with(middle, bare.replace(/^data: /m, ''))));
    yield breakable('data in another case', answer, spaced(blocks.with(middle, bare.replace(/^data: /m, 'Data: '))));
    const named = blocks.with(middle, `id: 7\n${blocks[middle]}`).toSpliced(middle + 1, 0, ': note');
    yield breakable('a comment after an id', answer, spaced(named));
    yield breakable('two data lines', answer, spaced(blocks.map((block) => block.replace(/,"/, ',\ndata: "'))));
    const lineless = frames.map(({ event: _, ...frame }) => frame);
    yield breakable('no event lines', answer, scriptOf({ ...answer, frames: lineless }));
    for (const at of [0, middle, frames.length - 1]) {
      const bare = frames.map((frame, index) => (index === at ? (lineless[index] ?? frame) : frame));
      yield breakable('no event line', answer, scriptOf({ ...answer, frames: bare }));
      const other = frames.map((frame, index) => (index === at ? { ...frame, event: 'other' } : frame));
      yield breakable('another event line', answer, scriptOf({ ...answer, frames: other }));
      const error = frames.map((frame, index) => (index === at ? { ...frame, event: 'error' } : frame));
      yield breakable('an event line that says error', answer, scriptOf({ ...answer, frames: error }));
    }
  }
}
