/** The built package in a temporary folder, once for all tests of a thread, and calls of the program and of the command. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackages } from '../build.mjs';

/** Path of the native program; undefined where it was not built. */
export const program = process.env.BUFFERLAB_PROGRAM;

const folders: string[] = [];

/** Removes the folders of a file of tests; for `afterAll`. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  built = null;
}

/** Creates an empty folder, which `removeFolders` removes. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bufferlab-npm-'));
  folders.push(folder);
  return folder;
}

let built: Promise<string> | null = null;

/** Resolves to the folder of the package, with a small page in place of the lab. */
export function builtPackage(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const out = emptyFolder();
  await buildPackages({ out, page: smallPage(), pack: false });
  return join(out, 'bufferlab');
}

/** Creates a page with one file in `assets`. */
export function smallPage(): string {
  const page = emptyFolder();
  mkdirSync(join(page, 'assets'));
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Small page</title>\n');
  writeFileSync(join(page, 'assets', 'main-abc.js'), 'export {};\n');
  return page;
}

/** Output of a process. */
export interface Output {
  stdout: string;
  stderr: string;
  status: number | null;
}

/** Calls the native program. */
export function native(args: readonly string[], input: string | Uint8Array = '', cwd = tmpdir()): Output {
  return called(program ?? '', args, input, cwd, {});
}

/** Calls the command of the package with WebAssembly. */
export async function byWasm(
  args: readonly string[],
  input: string | Uint8Array = '',
  cwd = tmpdir(),
): Promise<Output> {
  return byNode(args, input, cwd, { BUFFERLAB_BINARY: 'wasm' });
}

/** Calls the command of the package with other variables. */
export async function byNode(
  args: readonly string[],
  input: string | Uint8Array,
  cwd: string,
  variables: Record<string, string>,
): Promise<Output> {
  const command = join(await builtPackage(), 'dist', 'command.js');
  return called(process.execPath, [command, ...args], input, cwd, variables);
}

function called(
  file: string,
  args: readonly string[],
  input: string | Uint8Array,
  cwd: string,
  variables: Record<string, string>,
): Output {
  const env = { ...process.env, ...variables };
  const { stdout, stderr, status, error } = spawnSync(file, args, { cwd, env, input, maxBuffer: 1 << 28 });
  if (error) throw error;
  return { stdout: stdout.toString(), stderr: stderr.toString(), status };
}
