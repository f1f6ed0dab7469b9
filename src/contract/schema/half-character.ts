import { isArray, isObject, type JsonValue } from '../../core/json.ts';

/**
 * Whether a string of this JSON document holds half of a surrogate pair. JSON may escape one (RFC 8259, 8.2), but no text has
 * such a character: who writes the string as UTF-8 loses it, and many parsers refuse the document.
 *
 * @param text the document as it was sent
 */
export function hasHalfCharacter(text: string, value: JsonValue): boolean {
  // UTF-8 cannot hold one, so it can only come as an escape.
  return text.includes('\\u') && /\\u[dD][89a-fA-F]/.test(text) && isIllFormed(value);
}

function isIllFormed(value: JsonValue): boolean {
  if (typeof value === 'string') {
    return !value.isWellFormed();
  }
  if (isArray(value)) {
    return value.some(isIllFormed);
  }
  return (
    isObject(value) &&
    Object.entries(value).some(([key, member]) => !key.isWellFormed() || (member !== undefined && isIllFormed(member)))
  );
}
