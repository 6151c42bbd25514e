/** The error of the package, and the checks of values before they become JSON. */
import { breakdown } from '../../web/engine/breakdown';
import { Refusal } from '../../web/engine/wasm';
import type { Problem } from '../../web/types/engine';

/**
 * Error of the package: input that is not accepted, or a run that failed.
 *
 * The message lists all problems, one per line, each with its path and the accepted values.
 *
 * @example
 * ```js
 * try {
 *   await Simulation.create('one-flow', { set: { 'bottlenecks.r0.rate_bps': -5 } });
 * } catch (error) {
 *   if (error instanceof BufferlabError) console.error(error.path, error.problems);
 * }
 * ```
 */
export class BufferlabError extends Error {
  override readonly name = 'BufferlabError';
  /** Problems of the input, each with its path and a message that says what is accepted. */
  readonly problems: readonly Problem[];

  /** Creates an error with at least one problem. */
  constructor(problems: readonly Problem[], options?: ErrorOptions) {
    super(
      problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('\n'),
      options,
    );
    this.problems = problems;
  }

  /** Path of the first problem, such as `bottlenecks.r0.rate_bps` or the name of an argument; empty for a failed run. */
  get path(): string {
    return this.problems[0]?.path ?? '';
  }
}

/** Returns an error with a single problem. */
export function problem(path: string, message: string, cause?: unknown): BufferlabError {
  return new BufferlabError([{ path, message }], cause === undefined ? undefined : { cause });
}

/** Calls a function of the engine. Each error becomes a `BufferlabError`. */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof BufferlabError) throw error;
    if (error instanceof Refusal) throw new BufferlabError(error.problems, { cause: error });
    throw problem('', breakdown(error), error);
  }
}

/** Largest depth of values; scenarios need less than ten levels. */
const MOST_LEVELS = 32;

/** Largest number of values in an input, which the text of the largest scenario cannot exceed. */
const MOST_VALUES = 2_000_000;

/**
 * Throws if a value would be changed by JSON, which writes NaN and infinite numbers as null and leaves functions out. Paths
 * name items of lists by their ids, as those of the engine do.
 */
export function checkJson(value: unknown, path: string): void {
  const check = new JsonCheck();
  check.collect(value, path, 0);
  if (check.problems.length > 0) throw new BufferlabError(check.problems);
}

/** Problems of one input, and the number of its values so far. */
class JsonCheck {
  readonly problems: Problem[] = [];
  #values = 0;

  collect(value: unknown, path: string, level: number): void {
    const refuse = (message: string) => this.problems.push({ path, message });
    this.#values += 1;
    // Shared parts count each time, as JSON writes them each time.
    if (this.#values > MOST_VALUES) throw problem(path, `must have at most ${MOST_VALUES} values`);
    if (level > MOST_LEVELS) throw problem(path, `must have at most ${MOST_LEVELS} levels`);
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) refuse(`must be a finite number, got ${value}`);
    } else if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') {
      refuse(`must be a value of JSON, got a ${typeof value}`);
    } else if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) {
      refuse(`must be a value of JSON, got a ${value.constructor.name}`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value) as [string, unknown][]) {
        const itemPath = joined(path, idOf(value, item) ?? name);
        if (item === undefined && Array.isArray(value)) {
          this.problems.push({ path: itemPath, message: 'must have a value; null stands for none' });
        } else {
          this.collect(item, itemPath, level + 1);
        }
      }
    }
  }
}

function idOf(owner: object, item: unknown): string | null {
  if (!Array.isArray(owner) || typeof item !== 'object' || item === null || !('id' in item)) return null;
  return typeof item.id === 'string' ? item.id : null;
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Throws unless a value is a finite number from `least` on. */
export function checkNumber(
  value: unknown,
  path: string,
  least: number,
  unit: string,
): asserts value is number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= least) return;
  throw problem(path, `must be a number of at least ${least} ${unit}, got ${shown(value)}`);
}

/** Throws if an object of options has other fields than these. */
export function checkFields(options: unknown, path: string, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw problem(path, `must be an object with fields, got ${shown(options)}`);
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw problem(joined(path, unknown), `is no option; the options are ${names.join(', ')}`);
}

/** Returns a short text of any value, for messages. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
