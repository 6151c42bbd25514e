#!/usr/bin/env node
/**
 * The command `bufferlab` of the npm package: serves the lab, and runs the native program, or WebAssembly without one.
 *
 * Results go to standard output, everything else to standard error. Exit codes are those of the native program: 0 for success, 1
 * for a failed run, 2 for invalid input, 130 after Ctrl-C.
 */
import { version } from '../version';
import { parsedList, parsedRun, parsedServe } from './arguments';
import { Failure } from './failure';
import { PLATFORM_PACKAGE, nativeProgram, runNative } from './native';
import { listing, runScenario } from './run';
import { serve } from './serve';
import { TEXT } from './texts';

/** Commands that only the native program has. */
const NATIVE_COMMANDS = new Set(['sweep', 'advise', 'model', 'reproduce', 'emulate', 'completions', 'man']);

// A reader such as `head` may close the pipe; this is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  process.exitCode = await execute(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exit;
}

async function execute(args: readonly string[]): Promise<number> {
  const [command = 'serve', ...rest] = args;
  if (command === 'version' || command === '--version' || command === '-V')
    return print(`bufferlab ${version}\n`);
  if (command === '--help' || command === '-h') return print(TEXT.help);
  const program = nativeProgram();
  if (program !== null) return runNative(program, args.length === 0 ? ['serve'] : args);
  switch (command) {
    case 'serve':
      return serve(parsedServe(rest));
    case 'help':
      return print(TEXT.help);
    case 'run':
      return runScenario(parsedRun(rest));
    case 'presets':
    case 'catalog':
      return print(listing(command, parsedList(command, rest, true).json));
    case 'schema':
      return print(listing(command, parsedList(command, rest, false).json));
    default:
      throw new Failure(
        2,
        NATIVE_COMMANDS.has(command) ? TEXT.needsNative(command, PLATFORM_PACKAGE) : TEXT.noCommand(command),
      );
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
