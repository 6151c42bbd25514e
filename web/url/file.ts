/**
 * Files: an experiment or a study as JSON, which is what a link holds, readable, without the limit on length; and
 * pictures and tables that carry the link to theirs (`carried.ts`).
 *
 * The same JSON file runs in the native program: `bufferlab run experiment.json`.
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
import { isObject, parseObject, type JsonObject } from './json';
import { migrate, migratedStudy, versioned } from './migrations';
import { quoted } from './quoted';

/** Largest scenario file that is read, bytes: the engine's limit on a scenario. */
export const MAX_FILE_BYTES = 4_000_000;

/** Largest picture that is read, bytes. */
export const MAX_PICTURE_BYTES = 40_000_000;

/** As much of a table as can hold its first lines, bytes: of a file of any size no more is read. */
const HEAD_BYTES = 262_144;

export type FromFile =
  | { ok: true; scenario: JsonObject }
  | { ok: true; study: JsonObject }
  /** The experiment is that of a link. */
  | { ok: true; origin: Origin & { link: string } }
  | { ok: false; message: string };

/** What is used of a `File`. */
export interface ReadableFile {
  readonly name: string;
  readonly size: number;
  text(): Promise<string>;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Whether a file looks like one that holds an experiment, or ought to; else it may be a trace. */
export async function looksLikeExperiment(file: ReadableFile): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const text = new TextDecoder()
    .decode(head.subarray(0, 256))
    .replace(/^\ufeff/, '')
    .trimStart();
  const isTable = text.startsWith('#') && originOfCsv(new TextDecoder().decode(head)).ok;
  return isTable || isPng(head) || /^([[{<]|# Bufferlab)/.test(text) || /\.(json|png|svg)$/i.test(file.name);
}

/** Finds the experiment in any file. Never throws; the message names the file and says what is wrong. */
export async function experimentFromFile(file: ReadableFile): Promise<FromFile> {
  const what = `The file ${quoted(file.name)}`;
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const begins = new TextDecoder().decode(head.subarray(0, 64)).trimStart()[0];
    if (begins === '#') return fromCarried(what, originOfCsv(new TextDecoder().decode(head)));
    if (!isPng(head) && begins !== '<') return await scenarioFromText(what, file);
    if (file.size > MAX_PICTURE_BYTES) return tooLarge(what, file, MAX_PICTURE_BYTES);
    const bytes = new Uint8Array(await file.slice(0, file.size).arrayBuffer());
    return fromCarried(what, isPng(head) ? originOfPng(bytes) : originOfSvg(new TextDecoder().decode(bytes)));
  } catch (error) {
    const why = error instanceof Error ? quoted(error.message) : '';
    return { ok: false, message: `${what} could not be read: ${why}` };
  }
}

function fromCarried(what: string, carried: Carried): FromFile {
  if (!carried.ok) return { ok: false, message: `${what} carries no experiment. ${carried.message}` };
  const { origin } = carried;
  if (origin.link === null) return { ok: false, message: `${what} carries no link.` };
  return { ok: true, origin: { ...origin, link: origin.link } };
}

/** JSON: an experiment, or results that carry the link to theirs, be they one object or lines of them. */
async function scenarioFromText(what: string, file: ReadableFile): Promise<FromFile> {
  // Results may be larger than any experiment: of them the first line says where they come from.
  const begins = new TextDecoder().decode(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  const head = parseObject(begins.replace(/^\ufeff/, '').split('\n', 1)[0] ?? '', what);
  const carriedThere = head.ok ? originOfObject(head.value) : null;
  if (carriedThere) return fromCarried(what, { ok: true, origin: carriedThere });
  if (file.size > MAX_FILE_BYTES) return tooLarge(what, file, MAX_FILE_BYTES);
  const text = (await file.text()).replace(/^\ufeff/, '');
  const parsed = parseObject(text, what);
  const [first = ''] = text.split('\n', 1);
  const lines = parsed.ok ? parsed : parseObject(first, what);
  const origin = lines.ok ? originOfObject(lines.value) : null;
  if (origin) return fromCarried(what, { ok: true, origin });
  if (!parsed.ok) return parsed;
  if ('scenario' in parsed.value) {
    const study = migratedStudy(parsed.value);
    return study.ok ? study : { ok: false, message: `${what}: ${study.message}` };
  }
  const migrated = migrate(parsed.value);
  return migrated.ok ? migrated : { ok: false, message: `${what}: ${migrated.message}` };
}

function tooLarge(what: string, { size }: ReadableFile, most: number): FromFile {
  const message = `${what} has ${(size / 1e6).toFixed(1)} MB; at most ${most / 1e6} MB are read.`;
  return { ok: false, message };
}

/**
 * The text of a scenario file, and a file name made of its title. It is laid out for reading, unless that
 * makes long lists longer than a file may be.
 */
export function fileFromScenario(minimal: unknown): { name: string; text: string } {
  const title = isObject(minimal) && typeof minimal.title === 'string' ? minimal.title : '';
  const readable = `${JSON.stringify(versioned(minimal), null, 2)}\n`;
  return {
    name: `${stemOf(title) || 'experiment'}.bufferlab.json`,
    text: readable.length <= MAX_FILE_BYTES ? readable : `${JSON.stringify(versioned(minimal))}\n`,
  };
}

/** A title as the beginning of a file's name, of letters and digits that all systems take; may be empty. */
export function stemOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
}

/** Lets the person save a text or a blob under `name`. */
export function download(name: string, what: string | Blob): void {
  const blob = typeof what === 'string' ? new Blob([what], { type: 'application/json' }) : what;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken hold of a blob by the next task; of a large one some wait longer.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
