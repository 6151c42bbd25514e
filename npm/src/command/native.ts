/** The native program: an optional package for each platform, as of esbuild and Biome. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from './failure';
import { TEXT } from './texts';

/** Package with the native program for this platform, whether it exists or not. */
export const PLATFORM_PACKAGE = `@bufferlab/${process.platform}-${process.arch}`;

/** Returns the path of the native program; null if WebAssembly replaces it. */
export function nativeProgram(): string | null {
  const chosen = process.env.BUFFERLAB_BINARY;
  if (chosen === 'wasm') return null;
  if (chosen !== undefined && chosen !== '') return chosen;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${PLATFORM_PACKAGE}/package.json`);
    return join(dirname(manifest), process.platform === 'win32' ? 'bufferlab.exe' : 'bufferlab');
  } catch {
    return null;
  }
}

/** Runs the native program with the terminal of this process; resolves to its exit code. */
export function runNative(program: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit' });
    // A terminal sends Ctrl-C to both; the program ends its run, and this process waits for it.
    const forward = (signal: NodeJS.Signals) => () => child.kill(signal);
    process.on('SIGINT', () => undefined);
    process.on('SIGTERM', forward('SIGTERM'));
    process.on('SIGHUP', forward('SIGHUP'));
    child.on('error', ({ message }) => reject(new Failure(1, TEXT.notStarted(program, message))));
    child.on('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}
