/**
 * What a picture or a table says of the experiment that it shows, so that the file alone opens it again.
 *
 *     SVG   <metadata><bufferlab:origin xmlns:bufferlab="urn:bufferlab" link="…" seed="1" engine="0.1.0"
 *           title="…"/></metadata>
 *     PNG   a chunk iTXt, keyword "Bufferlab", not compressed: {"engine": …, "seed": …, "title": …, "link": …}
 *     CSV   # lines before the first row: "# Bufferlab 0.1.0", "# seed: 1", "# title: …", "# link: …"
 *     JSON  a field "bufferlab" beside the others, as in PNG; of lines of JSON, in the first
 *
 * Reading trusts nothing and takes time in proportion to the file: lengths are checked before they are
 * believed, XML is searched and never parsed, so that there are no entities to expand. Sources: PNG (W3C,
 * third edition) 5.3 and 11.3.3.4; SVG 2, 5.11; RFC 4180 for what follows the lines of a CSV file.
 */
import { crc32 } from './checksum';
import { isObject, parseObject } from './json';

/** Where a file comes from. */
export interface Origin {
  /** Of the experiment; may be empty. */
  title: string;
  seed: number;
  /** Version of the engine; null where it is not known. */
  engine: string | null;
  /** Address that opens the experiment; null where it is too big for any. */
  link: string | null;
}

export type Carried =
  | { ok: true; origin: Origin }
  /** It says nothing of an experiment, or what it says cannot be relied on. The message says which. */
  | { ok: false; message: string };

/** Fields in the order in which they are written. */
function fieldsOf({ engine, seed, title, link }: Origin): Record<string, unknown> {
  return { engine, seed, title, link };
}

// ---- JSON

/** A JSON object with its origin as its first field. */
export function objectWith(value: Record<string, unknown>, origin: Origin): Record<string, unknown> {
  return { bufferlab: fieldsOf(origin), ...value };
}

/** Lines of JSON, of which the first has their origin; the others stay as they are, to the last digit. */
export function linesWith(lines: string, origin: Origin): string {
  if (!lines.startsWith('{')) return lines;
  const field = `"bufferlab":${JSON.stringify(fieldsOf(origin))}`;
  return `{${field}${/^\{\s*\}/.test(lines) ? '' : ','}${lines.slice(1)}`;
}

/** The origin that a JSON object carries; null where it has none. */
export function originOfObject(value: unknown): Origin | null {
  return isObject(value) && isObject(value.bufferlab) ? originFrom(value.bufferlab) : null;
}

/** What another wrote, each field of the kind that it should have; null without a link. */
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

/** Comma-separated text under lines that say where it comes from. */
export function csvWith(csv: string, origin: Origin): string {
  return csvHead(origin) + csv;
}

/** Those lines. */
export function csvHead({ engine, seed, title, link }: Origin): string {
  const lines = [`Bufferlab${engine === null ? '' : ` ${engine}`}`, `seed: ${seed}`];
  if (title !== '') lines.push(`title: ${title.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`);
  if (link !== null) lines.push(`link: ${link}`);
  return lines.map((line) => `# ${line}\r\n`).join('');
}

/** The origin in the `#` lines that a text begins with. */
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
  return carried(originFrom(fields), 'The lines that begin with # name no link.');
}

// ---- SVG

/** A drawing with its origin behind its title and description. */
export function svgWith(svg: string, origin: Origin): string {
  const [head = ''] = /^<svg[^>]*>(\s*<title>[^<]*<\/title>)?(\s*<desc>[^<]*<\/desc>)?/.exec(svg) ?? [];
  if (head === '') return svg;
  const written = Object.entries(fieldsOf(origin)).filter(([, value]) => value !== null);
  const attributes = written.map(([name, value]) => ` ${name}="${xmlText(String(value))}"`).join('');
  const metadata = `<metadata><${ELEMENT} xmlns:bufferlab="urn:bufferlab"${attributes}/></metadata>`;
  return `${head}\n${metadata}${svg.slice(head.length)}`;
}

/** The origin in a drawing's text, as we or a drawing program wrote it. */
export function originOfSvg(text: string): Carried {
  const start = text.indexOf(`<${ELEMENT}`);
  const end = start < 0 ? -1 : text.indexOf('>', start);
  if (end < 0) return carried(null, NO_METADATA);
  const fields: Record<string, unknown> = {};
  for (const [, name = '', double, single] of text.slice(start, end).matchAll(ATTRIBUTE)) {
    fields[name] ??= plainText(double ?? single ?? '');
  }
  return carried(originFrom(fields), NO_METADATA);
}

const ELEMENT = 'bufferlab:origin';
const ATTRIBUTE = /\s(link|seed|engine|title)\s?=\s?(?:"([^"]*)"|'([^']*)')/g;
const NO_METADATA = 'Its metadata name no link; programs that draw may leave them out.';

/** `text` within an attribute; what XML cannot hold becomes U+FFFD. */
function xmlText(text: string): string {
  const legal = text.replace(/[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return legal.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The five entities that XML knows by itself, and numbers; others stay as they are. */
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

/** A picture with its origin in a chunk behind its header; as it is, where it is no PNG. */
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

/** True where the bytes begin as a PNG does. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => bytes[i] === byte);
}

/** The origin in the chunks of a PNG. */
export function originOfPng(png: Uint8Array): Carried {
  for (let at = SIGNATURE.length; at < png.length;) {
    const chunk = chunkAt(png, at);
    if (!chunk) return carried(null, 'The picture is cut short or damaged: a chunk goes on beyond its end.');
    const text = TEXT_CHUNKS.has(chunk.type) ? textOf(chunk) : null;
    if (text !== null) {
      if (!chunk.whole()) return carried(null, 'What it says of its experiment was altered on its way.');
      const parsed = parseObject(text, 'The text chunk');
      return carried(parsed.ok ? originFrom(parsed.value) : null, 'Its text chunk names no link.');
    }
    if (chunk.type === 'IEND') break;
    at = chunk.next;
  }
  return carried(
    null,
    'The picture has no text chunk of Bufferlab; programs that change pictures may drop it.',
  );
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const KEYWORD = 'Bufferlab';
/** Programs turn one into the other where the text is ASCII. */
const TEXT_CHUNKS: ReadonlySet<string> = new Set(['iTXt', 'tEXt']);

interface Chunk {
  type: string;
  data: Uint8Array;
  /** Where the next one begins. */
  next: number;
  /** Whether its checksum is right. */
  whole(): boolean;
}

/** The chunk at `at`: length of its data, four letters, data, checksum; null where the file has no room for it. */
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

/** iTXt: keyword, 0, compressed?, method, language, 0, translated keyword, 0, text in UTF-8. */
function textChunk(text: string): Uint8Array {
  const body = new TextEncoder().encode(`iTXt${KEYWORD}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  return chunk;
}

/** The text of a chunk of ours; null of any other, and of a compressed one. */
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
