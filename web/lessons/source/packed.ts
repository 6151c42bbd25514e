/** A whole lesson in a link: its text, deflated, with a checksum that notices a link cut off by a mail program. */
import { bytesFromText, textFromBytes } from '../../url/base64url';
import { checksum } from '../../url/checksum';
import { deflate, inflate } from '../../url/inflate';
import type { Read } from '../format/lesson';
import { FILE_BYTES } from '../format/limits';
import { LIBRARY } from '../viewStrings';

/** Returns the text in the form that a link contains. */
export function packedText(text: string): string {
  const body = textFromBytes(deflate(new TextEncoder().encode(text)));
  return `${body}.${checksum(body)}`;
}

/** Returns the text of a lesson in a link. Parts and bytes that do not belong to it are refused. */
export function inflatedText(packed: string): Read<string> {
  const failed = (message: string): Read<string> => ({ ok: false, problems: [{ line: 0, message }] });
  const [body = '', sum = '', ...rest] = packed.split('.');
  if (rest.length > 0) return failed(LIBRARY.moreParts(rest.length + 2));
  const deflated = bytesFromText(body);
  if (deflated === null || checksum(body) !== sum) return failed(LIBRARY.cutOff);
  const inflated = inflate(deflated, FILE_BYTES);
  if (!inflated.ok)
    return failed(inflated.reason === 'too_big' ? LIBRARY.tooLong(FILE_BYTES + 1) : LIBRARY.cutOff);
  // Compressed data need their last byte, unless it comes after their end.
  if (inflate(deflated.subarray(0, -1), FILE_BYTES).ok) return failed(LIBRARY.moreBytes);
  return { ok: true, value: new TextDecoder().decode(inflated.bytes) };
}
