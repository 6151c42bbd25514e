/** Commands by WebAssembly, with the output of the native program. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { breakdown } from '../../../web/engine/breakdown';
import * as bindings from '../../../web/generated/bufferlab_command.js';
import type { RunCommand } from '../../../web/generated/bufferlab_command.js';
import type { RunArguments } from './arguments';
import { BUNDLE, bundled, COMMANDS } from './bundle';
import { Failure } from './failure';
import { CsvFile } from './csvFile';
import { TEXT } from './texts';

/** Events between two calls of the engine; they take a few milliseconds. */
const SLICE_EVENTS = 50_000;

/** Time between two checks for Ctrl-C, in ms. */
const CHECK_MS = 50;

/** Returns the output of a listing. */
export function listing(command: 'presets' | 'catalog' | 'schema', json: boolean): string {
  loadCommands();
  if (command === 'presets') return bindings.presets_output(json);
  return command === 'catalog' ? bindings.catalog_output(json) : bindings.schema_output();
}

/** Runs a scenario and prints its measures; resolves to the exit code. */
export async function runScenario({ scenario, json, detail, csv, options }: RunArguments): Promise<number> {
  const memory = loadCommands();
  const input = scenario === '-' ? await readInput() : null;
  const command = engineCall(() => commandOf(scenario, input), memory);
  printWarnings(command);
  try {
    engineCall(() => command.begin(JSON.stringify(options)), memory);
  } finally {
    printWarnings(command);
  }
  const file = csv === null ? null : new CsvFile(csv, command.header());
  const began_ms = performance.now();
  let interrupted: boolean;
  try {
    interrupted = await advance(command, file, memory);
  } finally {
    // The rows so far are kept, however the run ended.
    if (file !== null) finish(command, file);
  }
  const wall_s = (performance.now() - began_ms) / 1000;
  const output = engineCall(() => command.output(json, detail, wall_s), memory);
  printWarnings(command);
  process.stdout.write(output);
  if (!interrupted) return 0;
  process.stderr.write(TEXT.interrupted);
  return 130;
}

/** Runs to the end or until Ctrl-C. Resolves to whether the run was interrupted. */
async function advance(
  command: RunCommand,
  file: CsvFile | null,
  memory: WebAssembly.Memory,
): Promise<boolean> {
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
  };
  process.on('SIGINT', interrupt);
  let checked_ms = performance.now();
  try {
    while (!engineCall(() => command.advance(SLICE_EVENTS), memory)) {
      const row = file === null ? undefined : command.take_row();
      if (row !== undefined) file?.add(row, () => command.header());
      if (performance.now() - checked_ms < CHECK_MS) continue;
      await setImmediate();
      checked_ms = performance.now();
      // The linter does not see that the signal's handler changes it.
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition
      if (interrupted) return true;
    }
    return false;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

function finish(command: RunCommand, file: CsvFile): void {
  let row: string | undefined;
  try {
    row = command.last_row();
  } catch {
    // An engine that has crashed has no more rows; its failure is reported.
  }
  if (row !== undefined) file.add(row, () => command.header());
  file.finish();
}

let memory: WebAssembly.Memory | null = null;

function loadCommands(): WebAssembly.Memory {
  if (memory === null) {
    const module = bundled(COMMANDS).get('');
    if (module === undefined) throw new Failure(1, TEXT.incomplete(BUNDLE));
    ({ memory } = bindings.initSync({ module }));
  }
  return memory;
}

/** Opens standard input, a preset, a file or a link, in the order of the native program. */
function commandOf(source: string, input: Uint8Array | null): RunCommand {
  if (input !== null) return bindings.RunCommand.from_bytes('standard input', input);
  if (isPreset(source) || !existsSync(source)) return bindings.RunCommand.named(source);
  if (statSync(source).isDirectory()) throw new Failure(2, TEXT.directory(source));
  return bindings.RunCommand.from_bytes(source, readFile(source));
}

function isPreset(source: string): boolean {
  const presets = JSON.parse(bindings.presets_output(true)) as { id: string }[];
  return presets.some(({ id }) => id === source);
}

/** Bytes of a file or of standard input that are read: one more than a scenario may have, since the length is not known before. */
const MOST_BYTES = 4_000_001;

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES);
}

function readFile(path: string): Uint8Array {
  const bytes = new Uint8Array(MOST_BYTES);
  let length = 0;
  try {
    const file = openSync(path, 'r');
    for (;;) {
      const read = readSync(file, bytes, length, MOST_BYTES - length, null);
      if (read === 0) break;
      length += read;
    }
    closeSync(file);
  } catch (error) {
    throw new Failure(2, TEXT.unreadable(path, error instanceof Error ? error.message : String(error)));
  }
  return bytes.subarray(0, length);
}

function printWarnings(command: RunCommand): void {
  for (const line of command.take_warnings()) process.stderr.write(`${line}\n`);
}

/** Calls the engine. Its failures become those of the command, and a crash one with a sentence. */
function engineCall<T>(call: () => T, memory: WebAssembly.Memory): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw failureOf(error) ?? new Failure(1, TEXT.crashed(breakdown(error, memory)));
  }
}

function failureOf(error: unknown): Failure | null {
  if (!(error instanceof Error) || !error.message.startsWith('{')) return null;
  const { exit, message } = JSON.parse(error.message) as { exit: number; message: string };
  return new Failure(exit, message);
}
