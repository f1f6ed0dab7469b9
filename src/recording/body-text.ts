import { isUtf8 } from 'node:buffer';
import { UsageFault } from '../core/fault.ts';
import type { HarContent } from './har-document.ts';
import { pointerPlace } from './meta-schema.ts';

type BodyText = Pick<HarContent, 'text' | 'encoding'>;

/** Text of a body as HAR keeps it, exact to the byte: UTF-8 stays as it is, and anything else becomes Base64. */
export function encodeBody(bytes: Uint8Array): BodyText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? { text: buffer.toString('utf8') } : { text: buffer.toString('base64'), encoding: 'base64' };
}

/** The bytes of a body that HAR keeps as text. Throws a `UsageFault` for text that is not the text of any bytes. */
export function decodeBody(content: HarContent, place: string): Uint8Array {
  const text = content.text ?? '';
  const at = pointerPlace(place, 'log', 'entries', 0, 'response', 'content');
  const bytes = Buffer.from(text, content.encoding === 'base64' ? 'base64' : 'utf8');
  // Node's decoders replace or skip what they do not understand instead of failing.
  const exact = content.encoding === 'base64' ? bytes.toString('base64') === text : text.isWellFormed();
  if (!exact) {
    const encoding = content.encoding === 'base64' ? 'Base64' : 'Unicode';
    throw new UsageFault(`the text of the body is not valid ${encoding}`, `${at}/text`, 'record it again');
  }
  if (content.size >= 0 && content.size !== bytes.length) {
    throw new UsageFault(
      `the body has ${bytes.length} bytes, but its size says ${content.size}`,
      `${at}/size`,
      'the body was cut or edited; record it again',
    );
  }
  return bytes;
}
