/**
 * Origin of pictures and tables: the link to their experiment and its seed, so that the file alone opens it again.
 *
 *     SVG   <metadata><bufferlab:origin xmlns:bufferlab="urn:bufferlab" link="…" seed="1" engine="0.1.0"
 *           title="…"/></metadata>
 *     PNG   a chunk iTXt, keyword "Bufferlab", not compressed: {"engine": …, "seed": …, "title": …, "link": …}
 *     CSV   # lines before the first row: "# Bufferlab 0.1.0", "# seed: 1", "# title: …", "# link: …"
 *     JSON  a field "bufferlab" beside the others, as in PNG; of lines of JSON, in the first
 *
 * Reading takes time in proportion to the file and does not trust it: lengths are checked before use, and XML is
 * searched but never parsed, so that no entities are expanded. Sources: PNG (W3C,
 * third edition) 5.3 and 11.3.3.4; SVG 2, 5.11; RFC 4180 for what follows the lines of a CSV file.
 */
import { crc32 } from './checksum';
import { isObject, parseObject } from './json';
import { FILE } from './lazyStrings';

/** Origin of a file. */
export interface Origin {
  /** Title of the experiment; may be empty. */
  title: string;
  seed: number;
  /** Version of the engine; null if it is unknown. */
  engine: string | null;
  /** Link to the experiment; null if it is too big for a link. */
  link: string | null;
}

/** Origin found in a file, or why there is none. */
export type Carried =
  | { ok: true; origin: Origin }
  /** The file has no origin, or a damaged one; the message says which. */
  | { ok: false; message: string };

/** Returns the fields in the order in which they are written. */
function fieldsOf({ engine, seed, title, link }: Origin): Record<string, unknown> {
  return { engine, seed, title, link };
}

// ---- JSON

/** Returns a JSON object with its origin as the first field. */
export function objectWith(value: Record<string, unknown>, origin: Origin): Record<string, unknown> {
  return { bufferlab: fieldsOf(origin), ...value };
}

/** Returns lines of JSON with the origin in the first line; the other lines are unchanged. */
export function linesWith(lines: string, origin: Origin): string {
  if (!lines.startsWith('{')) return lines;
  const field = `"bufferlab":${JSON.stringify(fieldsOf(origin))}`;
  return `{${field}${/^\{\s*\}/.test(lines) ? '' : ','}${lines.slice(1)}`;
}

/** Returns the origin in a JSON object; null if it has none. */
export function originOfObject(value: unknown): Origin | null {
  return isObject(value) && isObject(value.bufferlab) ? originFrom(value.bufferlab) : null;
}

/** Returns an origin from untrusted fields, each with the expected type; null without a link. */
function originFrom({ engine, seed, title, link }: Record<string, unknown>): Origin | null {
  if (typeof link !== 'string' || link === '') return null;
  return {
    title: typeof title === 'string' ? title : '',
    seed: Number.isFinite(Number(seed)) ? Number(seed) : 0,
    engine: typeof engine === 'string' ? engine : null,
    link,
  };
}

// ---- CSV

/** Returns comma-separated text with lines of its origin at the top. */
export function csvWith(csv: string, origin: Origin): string {
  return csvHead(origin) + csv;
}

/** Returns the lines with the origin, which begin with `#`. */
export function csvHead({ engine, seed, title, link }: Origin): string {
  const lines = [`Bufferlab${engine === null ? '' : ` ${engine}`}`, `seed: ${seed}`];
  if (title !== '') lines.push(`title: ${title.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`);
  if (link !== null) lines.push(`link: ${link}`);
  return lines.map((line) => `# ${line}\r\n`).join('');
}

/** Reads the origin in the `#` lines at the beginning of a text. */
export function originOfCsv(text: string): Carried {
  const fields: Record<string, unknown> = {};
  let at = 0;
  while (text[at] === '#') {
    const end = text.indexOf('\n', at);
    const line = text.slice(at + 1, end < 0 ? undefined : end).trim();
    const [, name, value] = /^(seed|title|link): (.*)$/.exec(line) ?? [];
    if (name !== undefined) fields[name] ??= value;
    else if (line.startsWith('Bufferlab ')) fields.engine ??= line.slice('Bufferlab '.length);
    if (end < 0) break;
    at = end + 1;
  }
  return carried(originFrom(fields), FILE.csvWithoutLink);
}

// ---- SVG

/** Returns a drawing with its origin after its title and description. */
export function svgWith(svg: string, origin: Origin): string {
  const [head = ''] = /^<svg[^>]*>(\s*<title>[^<]*<\/title>)?(\s*<desc>[^<]*<\/desc>)?/.exec(svg) ?? [];
  if (head === '') return svg;
  const written = Object.entries(fieldsOf(origin)).filter(([, value]) => value !== null);
  const attributes = written.map(([name, value]) => ` ${name}="${xmlText(String(value))}"`).join('');
  const metadata = `<metadata><${ELEMENT} xmlns:bufferlab="urn:bufferlab"${attributes}/></metadata>`;
  return `${head}\n${metadata}${svg.slice(head.length)}`;
}

/** Reads the origin in the text of a drawing, as Bufferlab or a drawing program wrote it. */
export function originOfSvg(text: string): Carried {
  const start = text.indexOf(`<${ELEMENT}`);
  const end = start < 0 ? -1 : text.indexOf('>', start);
  if (end < 0) return carried(null, FILE.svgWithoutLink);
  const fields: Record<string, unknown> = {};
  for (const [, name = '', double, single] of text.slice(start, end).matchAll(ATTRIBUTE)) {
    fields[name] ??= plainText(double ?? single ?? '');
  }
  return carried(originFrom(fields), FILE.svgWithoutLink);
}

const ELEMENT = 'bufferlab:origin';
const ATTRIBUTE = /\s(link|seed|engine|title)\s?=\s?(?:"([^"]*)"|'([^']*)')/g;

/** Escapes a text for an attribute; characters that XML does not allow become U+FFFD. */
function xmlText(text: string): string {
  const legal = text.replace(/[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return legal.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Replaces the five predefined entities of XML and character numbers; other entities are unchanged. */
function plainText(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (whole, dec, hex, name) => {
      if (name !== undefined) return NAMED[name as keyof typeof NAMED];
      const code = dec === undefined ? parseInt(hex as string, 16) : Number(dec);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

// ---- PNG

/** Returns a PNG with its origin in a chunk after its header; other data unchanged. */
export function pngWith(png: Uint8Array<ArrayBuffer>, origin: Origin): Uint8Array<ArrayBuffer> {
  const header = chunkAt(png, SIGNATURE.length);
  if (!isPng(png) || header?.type !== 'IHDR') return png;
  const chunk = textChunk(JSON.stringify(fieldsOf(origin)));
  const made = new Uint8Array(png.length + chunk.length);
  made.set(png.subarray(0, header.next));
  made.set(chunk, header.next);
  made.set(png.subarray(header.next), header.next + chunk.length);
  return made;
}

/** Returns whether the bytes begin like a PNG. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => bytes[i] === byte);
}

/** Reads the origin in the chunks of a PNG. */
export function originOfPng(png: Uint8Array): Carried {
  for (let at = SIGNATURE.length; at < png.length;) {
    const chunk = chunkAt(png, at);
    if (!chunk) return carried(null, FILE.pngBroken);
    const text = TEXT_CHUNKS.has(chunk.type) ? textOf(chunk) : null;
    if (text !== null) {
      if (!chunk.whole()) return carried(null, FILE.pngAltered);
      const parsed = parseObject(text, FILE.pngText);
      return carried(parsed.ok ? originFrom(parsed.value) : null, FILE.pngWithoutLink);
    }
    if (chunk.type === 'IEND') break;
    at = chunk.next;
  }
  return carried(null, FILE.pngWithoutText);
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const KEYWORD = 'Bufferlab';
/** Types of text chunks: programs may convert one into the other if the text is ASCII. */
const TEXT_CHUNKS: ReadonlySet<string> = new Set(['iTXt', 'tEXt']);

interface Chunk {
  type: string;
  data: Uint8Array;
  /** Offset of the next chunk, bytes. */
  next: number;
  /** Returns whether the checksum is right. */
  whole(): boolean;
}

/** Reads the chunk at `at`: length of its data, four letters, data, checksum. Returns null if the file is too short. */
function chunkAt(png: Uint8Array, at: number): Chunk | null {
  if (at + 12 > png.length) return null;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const length = view.getUint32(at);
  const end = at + 8 + length;
  if (end + 4 > png.length) return null;
  return {
    type: String.fromCharCode(...png.subarray(at + 4, at + 8)),
    data: png.subarray(at + 8, end),
    next: end + 4,
    whole: () => view.getUint32(end) === crc32(png.subarray(at + 4, end)),
  };
}

/** Returns an iTXt chunk: keyword, 0, compressed?, method, language, 0, translated keyword, 0, text in UTF-8. */
function textChunk(text: string): Uint8Array {
  const body = new TextEncoder().encode(`iTXt${KEYWORD}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  return chunk;
}

/** Returns the text of a chunk of Bufferlab; null for other and for compressed chunks. */
function textOf({ type, data }: Chunk): string | null {
  const keyword = `${KEYWORD}\0`;
  for (let i = 0; i < keyword.length; i++) if (data[i] !== keyword.charCodeAt(i)) return null;
  const rest = data.subarray(keyword.length);
  if (type === 'tEXt') return new TextDecoder('latin1').decode(rest);
  const language = rest.indexOf(0, 2);
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1);
  if (rest[0] !== 0 || translated < 0) return null;
  return new TextDecoder().decode(rest.subarray(translated + 1));
}

function carried(origin: Origin | null, otherwise: string): Carried {
  return origin ? { ok: true, origin } : { ok: false, message: otherwise };
}
