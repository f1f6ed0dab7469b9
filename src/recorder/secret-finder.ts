import { isFiller } from './filler.ts';
import { patternSpans, type SecretSpan } from './secret-patterns.ts';

/** Finds secrets in text whose characters are one byte each. */
export type SecretFinder = (text: string) => readonly SecretSpan[];

/** Shorter values are placeholders for servers that need no key. A search for them would hit ordinary words. */
const shortestKnown = 8;

/** @param known values that must not be in a recording, whatever they look like: the keys of this run */
export function createSecretFinder(known: Iterable<string>): SecretFinder {
  // A recording may be replayed to the recorder. What was replaced in it is no longer a secret.
  const searched = [...known].filter((value) => value.length >= shortestKnown && !isFiller(value));
  const spellings = new Set(searched.flatMap(spellingsOf));
  return (text) =>
    merged([...[...spellings].flatMap((spelling) => literalSpans(text, spelling)), ...patternSpans(text)], text);
}

/** JSON inside a string of JSON inside a string, as in tool arguments or in what a gateway quotes. */
const deepestNesting = 3;

/** A value as it stands in a header, in JSON at any nesting, in a URL and in a Basic credential. */
function spellingsOf(value: string): readonly string[] {
  const spellings = [
    value,
    encodeURIComponent(value.toWellFormed()),
    Buffer.from(value).toString('base64'),
    Buffer.from(value).toString('base64url'),
  ];
  let inJson = value;
  for (let depth = 0; depth < deepestNesting; depth += 1) {
    inJson = JSON.stringify(inJson).slice(1, -1);
    spellings.push(inJson, inJson.replaceAll('/', '\\/'));
  }
  return spellings.map(bytesAsText);
}

/** UTF-8 with one character per byte, as bodies are searched. */
export function bytesAsText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function literalSpans(text: string, spelling: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let from = text.indexOf(spelling); from >= 0; from = text.indexOf(spelling, from + spelling.length)) {
    spans.push({ from, to: from + spelling.length, kind: 'known key' });
  }
  return spans;
}

/** The spans in order, without overlap and without a part of an escape: what follows a backslash belongs to it. */
function merged(spans: readonly SecretSpan[], text: string): readonly SecretSpan[] {
  const result: SecretSpan[] = [];
  for (const span of spans.toSorted((left, right) => left.from - right.from)) {
    const from = Math.max(behindEscape(text, span.from), result.at(-1)?.to ?? 0);
    if (from < span.to) {
      result.push({ ...span, from });
    }
  }
  return result;
}

function behindEscape(text: string, from: number): number {
  if (text.charAt(from - 1) !== '\\' || text.charAt(from) === '\\') {
    return from;
  }
  return /^u[0-9a-fA-F]{4}/.test(text.slice(from, from + 5)) ? from + 5 : from + 1;
}
