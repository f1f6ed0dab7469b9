import type { Evidence } from '../../core/evidence.ts';
import { headerValue, joinChunks } from '../../core/exchange.ts';
import { redactText } from '../../recorder/redact-text.ts';
import { createSecretFinder } from '../../recorder/secret-finder.ts';

/** Characters of a body that are shown. */
const shownCharacters = 160;

/**
 * What a client got, in words: status, content type and the first words of the body, without anything that is or looks
 * like a key. The body may be shown because the question was ours, and no provider answered it.
 */
export function describeAnswer(evidence: Evidence | undefined): string {
  if (evidence === undefined) {
    return 'no answer';
  }
  const { client, route } = evidence;
  const { head, chunks, ending } = client.capture;
  if (head === undefined) {
    return `no answer (${ending})`;
  }
  const known = [route.key ?? '', ...Object.values(route.headers)].filter((value) => value.length >= 8);
  const text = redactText(Buffer.from(joinChunks(chunks)).toString('latin1'), createSecretFinder(known));
  const words = Buffer.from(text, 'latin1')
    .toString('utf8')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  const type = headerValue(head.headers, 'content-type')?.split(';')[0] ?? 'no content type';
  const cut = [...words];
  const shown = cut.length > shownCharacters ? `${cut.slice(0, shownCharacters).join('')}…` : words;
  return `status ${head.status}, ${type}, ${words === '' ? 'no body' : `body: ${shown}`}`;
}
