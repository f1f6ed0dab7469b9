/** An XML element; text and attributes are escaped when it is written. */
export interface XmlElement {
  readonly name: string;
  /** `undefined` leaves an attribute out. */
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  readonly children?: readonly (XmlElement | string)[];
}

/** An XML 1.0 document, indented by two spaces. */
export function renderXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(root, '')}`;
}

function render({ name, attributes = {}, children = [] }: XmlElement, indent: string): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(String(value)).replaceAll('\n', '&#10;')}"`],
  );
  const start = `${indent}<${name}${written.join('')}`;
  if (children.length === 0) {
    return `${start}/>\n`;
  }
  if (children.every((child) => typeof child === 'string')) {
    // White space is content here: an indented end tag would become part of the text.
    return `${start}>${children.map(escapeXml).join('')}</${name}>\n`;
  }
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : render(child, `${indent}  `)));
  return `${start}>\n${inner.join('')}${indent}</${name}>\n`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// XML 1.0, section 2.2: a document must not contain these characters, not even escaped. Text of a relay can contain
// them.
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function escapeXml(text: string): string {
  return text.replaceAll(forbidden, '\u{FFFD}').replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
