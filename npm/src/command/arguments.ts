/** Arguments of the commands that run without the native program. They are parsed as the program parses them. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Failure } from './failure';
import { PLATFORM_PACKAGE } from './native';
import { TEXT } from './texts';

/** Arguments of the command `run`. */
export interface RunArguments {
  scenario: string;
  json: boolean;
  detail: boolean;
  csv: string | null;
  /** Options of the engine, as its module takes them. */
  options: {
    set: string[];
    seed: string | null;
    duration: string | null;
    warmup: string | null;
    rows: { interval: string | null; watch: number[] } | null;
  };
}

/** Reads the arguments of `run`. */
export function parsedRun(args: readonly string[]): RunArguments {
  const { values, positionals } = parsed(args, {
    json: { type: 'boolean' },
    detail: { type: 'boolean' },
    set: { type: 'string', multiple: true },
    seed: { type: 'string' },
    duration: { type: 'string' },
    warmup: { type: 'string' },
    csv: { type: 'string' },
    interval: { type: 'string' },
    watch: { type: 'string', multiple: true },
    trace: { type: 'string', multiple: true },
    columns: { type: 'string' },
  });
  for (const name of ['trace', 'columns'] as const) {
    if (values[name] !== undefined) throw refused(TEXT.needsNativeOption(`--${name}`, PLATFORM_PACKAGE));
  }
  const [scenario, ...others] = positionals;
  if (scenario === undefined || others.length > 0) throw refused(TEXT.oneScenario);
  const { csv = null, interval = null, json = false, detail = false } = values;
  if (detail && !json) throw refused(TEXT.requires('--detail', '--json'));
  for (const name of ['interval', 'watch'] as const) {
    if (values[name] !== undefined && csv === null) throw refused(TEXT.requires(`--${name}`, '--csv'));
  }
  const watch = (values.watch ?? []).flatMap(flowNumbers);
  const { set = [], seed = null, duration = null, warmup = null } = values;
  const rows = csv === null ? null : { interval, watch };
  return { scenario, json, detail, csv, options: { set, seed, duration, warmup, rows } };
}

/** Reads the arguments of `presets`, `catalog` and `schema`; of the last, there is no JSON. */
export function parsedList(command: string, args: readonly string[], hasJson: boolean): { json: boolean } {
  const { values, positionals } = parsed(args, hasJson ? { json: { type: 'boolean' } } : {});
  if (positionals.length > 0) throw refused(TEXT.noArguments(command));
  return { json: values.json === true };
}

/** Arguments of `serve`; `port` is null if none was chosen. */
export interface ServeArguments {
  port: number | null;
  host: string;
}

/** Reads the arguments of `serve`. */
export function parsedServe(args: readonly string[]): ServeArguments {
  const { values, positionals } = parsed(args, { port: { type: 'string' }, host: { type: 'string' } });
  if (positionals.length > 0) throw refused(TEXT.noArguments('serve'));
  const { port, host = '127.0.0.1' } = values;
  if (port === undefined) return { port: null, host };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw refused(TEXT.portRange(port));
  return { port: Number(port), host };
}

function flowNumbers(text: string): number[] {
  return text.split(',').map((number) => {
    if (!/^\d{1,10}$/.test(number) || Number(number) >= 2 ** 32) throw refused(TEXT.flows(text));
    return Number(number);
  });
}

type Options = NonNullable<ParseArgsConfig['options']>;

function parsed<O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: joinedValues(args, options), options, strict: true, allowPositionals: true });
  } catch (error) {
    throw refused(TEXT.usage(error instanceof Error ? error.message : String(error)));
  }
}

/** Joins options with their values by `=`, since `parseArgs` refuses values that begin with a hyphen, such as -1. */
function joinedValues(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--') return [...joined, ...args.slice(i)];
    const value = args[i + 1];
    const takesValue = arg.startsWith('--') && options[arg.slice(2)]?.type === 'string';
    if (takesValue && value !== undefined) i++;
    joined.push(takesValue && value !== undefined ? `${arg}=${value}` : arg);
  }
  return joined;
}

function refused(message: string): Failure {
  return new Failure(2, message);
}
