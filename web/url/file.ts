/**
 * Files with an experiment or a study: JSON with the content of a link, readable and without its limit of length; and
 * pictures and tables that contain a link (`carried.ts`).
 *
 * The JSON file also runs in the command-line program: `bufferlab run experiment.json`.
 */
import {
  isPng,
  originOfCsv,
  originOfObject,
  originOfPng,
  originOfSvg,
  type Carried,
  type Origin,
} from './carried';
import { parseObject, type JsonObject } from './json';
import { migrate, migratedStudy, versioned } from './migrations';
import { quoted } from './quoted';
import { FILE } from './lazyStrings';

/** Largest scenario file that is read, bytes: the engine's limit on a scenario. */
export const MAX_FILE_BYTES = 4_000_000;

/** Largest picture that is read, bytes. */
export const MAX_PICTURE_BYTES = 40_000_000;

/** Size of the part of a table that has its first lines, bytes; the rest is not read. */
const HEAD_BYTES = 262_144;

/** Content of a file, or why it cannot be opened. */
export type FromFile =
  | { ok: true; scenario: JsonObject }
  | { ok: true; study: JsonObject }
  /** The file contains a link to its experiment. */
  | { ok: true; origin: Origin & { link: string } }
  | { ok: false; message: string };

/** Part of a `File` that is used. */
export interface ReadableFile {
  readonly name: string;
  readonly size: number;
  text(): Promise<string>;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Returns whether a file seems to contain an experiment, by its beginning or its name; otherwise it may be a trace. */
export async function looksLikeExperiment(file: ReadableFile): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const text = new TextDecoder()
    .decode(head.subarray(0, 256))
    .replace(/^\ufeff/, '')
    .trimStart();
  const isTable = text.startsWith('#') && originOfCsv(new TextDecoder().decode(head)).ok;
  return isTable || isPng(head) || /^([[{<]|# Bufferlab)/.test(text) || /\.(json|png|svg)$/i.test(file.name);
}

/** Reads the experiment in a file. Never throws; the message names the file and the fault. */
export async function experimentFromFile(file: ReadableFile): Promise<FromFile> {
  const name = FILE.name(quoted(file.name));
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const begins = new TextDecoder().decode(head.subarray(0, 64)).trimStart()[0];
    if (begins === '#') return fromCarried(name, originOfCsv(new TextDecoder().decode(head)));
    if (!isPng(head) && begins !== '<') return await scenarioFromText(name, file);
    if (file.size > MAX_PICTURE_BYTES) return tooLarge(name, file, MAX_PICTURE_BYTES);
    const bytes = new Uint8Array(await file.slice(0, file.size).arrayBuffer());
    return fromCarried(name, isPng(head) ? originOfPng(bytes) : originOfSvg(new TextDecoder().decode(bytes)));
  } catch (error) {
    const why = error instanceof Error ? quoted(error.message) : '';
    return { ok: false, message: FILE.unreadable(name, why) };
  }
}

function fromCarried(name: string, carried: Carried): FromFile {
  if (!carried.ok) return { ok: false, message: FILE.noExperiment(name, carried.message) };
  const { origin } = carried;
  if (origin.link === null) return { ok: false, message: FILE.noLink(name) };
  return { ok: true, origin: { ...origin, link: origin.link } };
}

/** Reads JSON: an experiment, a study, or results that contain a link, as one object or as lines of objects. */
async function scenarioFromText(name: string, file: ReadableFile): Promise<FromFile> {
  // Results may be larger than any experiment; their first line contains the link.
  const begins = new TextDecoder().decode(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  const head = parseObject(begins.replace(/^\ufeff/, '').split('\n', 1)[0] ?? '', name);
  const carriedThere = head.ok ? originOfObject(head.value) : null;
  if (carriedThere) return fromCarried(name, { ok: true, origin: carriedThere });
  if (file.size > MAX_FILE_BYTES) return tooLarge(name, file, MAX_FILE_BYTES);
  const text = (await file.text()).replace(/^\ufeff/, '');
  const parsed = parseObject(text, name);
  const [first = ''] = text.split('\n', 1);
  const lines = parsed.ok ? parsed : parseObject(first, name);
  const origin = lines.ok ? originOfObject(lines.value) : null;
  if (origin) return fromCarried(name, { ok: true, origin });
  if (!parsed.ok) return parsed;
  if ('scenario' in parsed.value) {
    const study = migratedStudy(parsed.value);
    return study.ok ? study : { ok: false, message: FILE.problem(name, study.message) };
  }
  const migrated = migrate(parsed.value);
  return migrated.ok ? migrated : { ok: false, message: FILE.problem(name, migrated.message) };
}

function tooLarge(name: string, { size }: ReadableFile, most: number): FromFile {
  return { ok: false, message: FILE.tooLarge(name, (size / 1e6).toFixed(1), most / 1e6) };
}

/**
 * Returns the text of a scenario file and a name made of the shown title. The text is indented unless that would exceed the
 * size limit of files.
 */
export function fileFromScenario(minimal: unknown, title: string): { name: string; text: string } {
  const readable = `${JSON.stringify(versioned(minimal), null, 2)}\n`;
  return {
    name: `${stemOf(title) || 'experiment'}.bufferlab.json`,
    text: readable.length <= MAX_FILE_BYTES ? readable : `${JSON.stringify(versioned(minimal))}\n`,
  };
}

/** Returns a title as the beginning of a file name, with letters and digits only; may be empty. */
export function stemOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
}

/** Saves a text or a blob as a download with the name `name`. */
export function download(name: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Browsers keep a blob from the next task on; for a large one some need longer.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
