/**
 * CSV file that grows during a run and gets its final name at the end.
 *
 * The old file stays until then. Edits of the scenario may add columns, for which the rows so far are written again.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { csvCell } from '../../../web/sweep/csv';
import { Failure } from './failure';
import { TEXT } from './texts';

/** Characters that are collected before they are written. */
const BUFFER = 1 << 16;

/** Table with a header that is being written. */
export class CsvFile {
  readonly #requested: string;
  /** File at the end of links, or a device or a pipe. */
  readonly #path: string;
  readonly #part: string;
  readonly #isFile: boolean;
  #columns: number;
  #file: number;
  #text = '';

  /** Creates the file beside its target, so that a wrong path does not cost a long run. `header` has no column of the time. */
  constructor(path: string, header: readonly string[]) {
    this.#requested = path;
    this.#columns = header.length;
    try {
      this.#path = isLink(path) ? realpathSync(path) : path;
      this.#isFile = isFileOrNew(this.#path);
      const folder = this.#isFile ? dirname(this.#path) : tmpdir();
      this.#part = join(folder, `${basename(this.#path)}.${randomBytes(4).toString('hex')}.part`);
      if (!this.#isFile) closeSync(openSync(this.#path, 'r+'));
      this.#file = openSync(this.#part, 'wx');
    } catch (error) {
      throw new Failure(2, TEXT.cannotCreate(path, reasonOf(error)));
    }
    this.#text = headerLine(header);
  }

  /** Appends a row; `header` returns the header of a row with more columns than before. */
  add(row: string, header: () => readonly string[]): void {
    const columns = row.split(',').length - 1;
    if (columns > this.#columns) this.#widen(columns, header());
    this.#text += `${row}\n`;
    if (this.#text.length >= BUFFER) this.#write();
  }

  /** Moves the file to its final name, or copies it to a device or a pipe. */
  finish(): void {
    this.#write();
    this.#guarded(() => {
      closeSync(this.#file);
      if (this.#isFile) {
        renameSync(this.#part, this.#path);
      } else {
        copyTo(this.#path, this.#part);
        rmSync(this.#part);
      }
    });
  }

  #widen(columns: number, header: readonly string[]): void {
    this.#write();
    this.#guarded(() => {
      const [, ...rows] = readFileSync(this.#part, 'utf8').split('\n');
      const empty = ','.repeat(columns - this.#columns);
      closeSync(this.#file);
      this.#file = openSync(this.#part, 'w');
      writeSync(this.#file, headerLine(header));
      for (const row of rows.slice(0, -1)) this.#text += `${row}${empty}\n`;
    });
    this.#columns = columns;
    this.#write();
  }

  #write(): void {
    this.#guarded(() => {
      writeAll(this.#file, Buffer.from(this.#text));
    });
    this.#text = '';
  }

  #guarded(write: () => void): void {
    try {
      write();
    } catch (error) {
      throw new Failure(1, TEXT.cannotWrite(this.#requested, reasonOf(error)));
    }
  }
}

function headerLine(header: readonly string[]): string {
  return `${['time [s]', ...header].map(csvCell).join(',')}\n`;
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

function copyTo(path: string, from: string): void {
  const target = openSync(path, 'r+');
  writeAll(target, readFileSync(from));
  closeSync(target);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function isFileOrNew(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() !== false;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
