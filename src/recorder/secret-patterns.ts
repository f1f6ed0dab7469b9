import { isFiller } from './filler.ts';

/** The place of a secret in a text, [from, to), and its kind, which is not secret. */
export interface SecretSpan {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

interface Pattern {
  readonly kind: string;
  readonly expression: RegExp;
  /** Only what this group caught is the secret. */
  readonly group?: number;
  /** A text without any of these words cannot match, and looking for words is much faster. */
  readonly needs?: readonly string[];
}

// No character of a longer word may come before, except the letter of a JSON escape, which belongs to the escape.
const start = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbf])|(?<=\\u[0-9a-fA-F]{4}))`;

/** Fields of bodies whose value says who asked, or holds a key. */
const fields = [
  'organi[sz]ation(?:_?id|_?name)?',
  'org_?(?:id|name)',
  'project_?(?:id|name|number)',
  'account_?(?:id|name)?',
  'workspace_?(?:id|name)',
  'tenant_?id',
  'request_?id',
  'user(?:_?id|_?name)?',
  'owned_by_user',
  'safety_identifier',
  'e-?mail(?:_?address)?',
  'api_?key',
  'x-api-key',
  'access_?token',
  'refresh_?token',
  'client_?secret',
  'password',
].join('|');

const vendorPrefixes = ['gsk_', 'xai-', 'hf_', 'r8_', 'pplx-', 'nvapi-', 'glpat-'];

const patterns: readonly Pattern[] = [
  // Stars are allowed because providers echo a wrong key with its middle masked.
  {
    kind: 'key',
    expression: new RegExp(`${start}(?:sk|pk|rk)-[A-Za-z0-9_*-]{16,}`, 'g'),
    needs: ['sk-', 'pk-', 'rk-'],
  },
  { kind: 'key', expression: new RegExp(`${start}AIza[0-9A-Za-z_-]{30,}`, 'g'), needs: ['AIza'] },
  {
    kind: 'key',
    expression: new RegExp(`${start}(?:${vendorPrefixes.join('|')})[A-Za-z0-9_-]{20,}`, 'g'),
    needs: vendorPrefixes,
  },
  {
    kind: 'key',
    expression: new RegExp(`${start}(?:gh[pousr]_[A-Za-z0-9]{20,}|(?:AKIA|ASIA)[0-9A-Z]{16})`, 'g'),
    needs: ['gh', 'AKIA', 'ASIA'],
  },
  { kind: 'token', expression: new RegExp(`${start}ya29\\.[0-9A-Za-z_-]{20,}`, 'g'), needs: ['ya29'] },
  {
    kind: 'token',
    expression: new RegExp(`${start}eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+`, 'g'),
    needs: ['.eyJ'],
  },
  {
    kind: 'token',
    expression: /(?:Bearer|Basic) {1,4}(?=[A-Za-z._~+/=-]{0,512}[0-9])([A-Za-z0-9._~+/=-]{12,})/g,
    group: 1,
  },
  { kind: 'organisation id', expression: new RegExp(`${start}org-[A-Za-z0-9]{16,}`, 'g'), needs: ['org-'] },
  { kind: 'project id', expression: new RegExp(`${start}proj_[A-Za-z0-9]{12,}`, 'g'), needs: ['proj_'] },
  { kind: 'project id', expression: /(?:\bprojects\/|\bproject_number:)(\d{6,})/g, group: 1 },
  { kind: 'account', expression: new RegExp(`${start}user-[A-Za-z0-9]{20,}`, 'g'), needs: ['user-'] },
  { kind: 'request id', expression: new RegExp(`${start}req_[A-Za-z0-9]{12,}`, 'g'), needs: ['req_'] },
  { kind: 'field', expression: new RegExp(`"(?:${fields})"\\s*:\\s*"([^"\\\\]*(?:\\\\.[^"\\\\]*)*)"`, 'gi'), group: 1 },
  { kind: 'field', expression: new RegExp(`\\\\"(?:${fields})\\\\"\\s*:\\s*\\\\"([^"\\\\]*)\\\\"`, 'gi'), group: 1 },
];

/**
 * Everything in a text that looks like a secret, whatever its value is. The text has one character per byte, so offsets
 * count bytes.
 */
export function patternSpans(text: string): readonly SecretSpan[] {
  return [
    ...patterns.flatMap(({ kind, expression, group = 0, needs }) =>
      (needs?.every((word) => !text.includes(word)) ? [] : [...text.matchAll(expression)]).flatMap(
        (match): readonly SecretSpan[] => {
          const value = match[group] ?? '';
          // The only group stands at the end of the match, apart from closing quotes.
          const from = match.index + (group === 0 ? 0 : match[0].lastIndexOf(value));
          return value === '' || isFiller(value) ? [] : [{ from, to: from + value.length, kind }];
        },
      ),
    ),
    ...mailSpans(text),
  ];
}

const longestLocalPart = 64;
const domain = /[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}/y;

// The search goes outwards from each `@`, because an expression that starts with the local part takes quadratic time.
function mailSpans(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let from = at;
    while (from > 0 && at - from < longestLocalPart && /[A-Za-z0-9._%+-]/.test(text.charAt(from - 1))) {
      from -= 1;
    }
    domain.lastIndex = at + 1;
    const match = domain.exec(text);
    if (match !== null && from < at) {
      spans.push({ from, to: at + 1 + match[0].length, kind: 'e-mail address' });
    }
  }
  return spans;
}
