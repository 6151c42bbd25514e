/**
 * An experiment as a JSON file: what a link holds, readable, without the limit on length.
 *
 * The same file runs in the native program: `bufferlab run experiment.json`.
 */
import { isObject, parseObject, type JsonObject } from './json';
import { migrate, versioned } from './migrations';
import { quoted } from './quoted';

/** Largest file that is read, bytes: the engine's limit on a scenario. */
export const MAX_FILE_BYTES = 4_000_000;

export type FromFile = { ok: true; scenario: JsonObject } | { ok: false; message: string };

/** What is used of a `File`. */
export interface ReadableFile {
  readonly name: string;
  readonly size: number;
  text(): Promise<string>;
}

/** Reads a scenario file. Never throws; the message names the file and says what is wrong. */
export async function scenarioFromFile(file: ReadableFile): Promise<FromFile> {
  const what = `The file ${quoted(file.name)}`;
  if (file.size > MAX_FILE_BYTES) {
    const size = (file.size / 1e6).toFixed(1);
    return { ok: false, message: `${what} has ${size} MB; at most ${MAX_FILE_BYTES / 1e6} MB are read.` };
  }
  let text: string;
  try {
    text = await file.text();
  } catch (error) {
    return {
      ok: false,
      message: `${what} could not be read: ${error instanceof Error ? quoted(error.message) : ''}`,
    };
  }
  const parsed = parseObject(text.replace(/^\ufeff/, ''), what);
  if (!parsed.ok) return parsed;
  const migrated = migrate(parsed.value);
  return migrated.ok ? migrated : { ok: false, message: `${what}: ${migrated.message}` };
}

/**
 * The text of a scenario file, and a file name made of its title. It is laid out for reading, unless that
 * makes long lists longer than a file may be.
 */
export function fileFromScenario(minimal: unknown): { name: string; text: string } {
  const title = isObject(minimal) && typeof minimal.title === 'string' ? minimal.title : '';
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  const readable = `${JSON.stringify(versioned(minimal), null, 2)}\n`;
  return {
    name: `${words || 'experiment'}.bufferlab.json`,
    text: readable.length <= MAX_FILE_BYTES ? readable : `${JSON.stringify(versioned(minimal))}\n`,
  };
}

/** Lets the person save `text` under `name`. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
