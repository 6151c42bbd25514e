/**
 * Readers of untrusted values: each returns a fresh value of its type, or throws `Refused` with the place and what is accepted.
 * Only named fields are read, and only own ones, so that no property of another object is reached or changed.
 */
import { isRecord } from '../scenario/path';
import { ACCEPTED } from './lazyStrings';

/** Reads a value at a place, such as `answers[3].given`. */
export type Reader<T> = (value: unknown, place: string) => T;

/** A value that is not accepted. */
export class Refused extends Error {
  constructor(
    readonly place: string,
    readonly accepted: string,
  ) {
    super(`${place}: ${accepted}`);
  }
}

/** Reads a text of at most `most` characters. `fits` may check more, as `accepted` says. */
export function text(
  most: number,
  fits = (_: string) => true,
  accepted = ACCEPTED.text(most),
): Reader<string> {
  return (value, place) => {
    if (typeof value !== 'string' || value.length > most || !fits(value)) throw new Refused(place, accepted);
    return value;
  };
}

/** Reads a finite number within bounds. */
export function number(from = -Number.MAX_VALUE, to = Number.MAX_VALUE): Reader<number> {
  return (value, place) => {
    if (typeof value === 'number' && value >= from && value <= to) return value;
    throw new Refused(place, ACCEPTED.number(from, to));
  };
}

/** Reads an integer within bounds. */
export function integer(from: number, to = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value, place) => {
    if (Number.isInteger(value) && (value as number) >= from && (value as number) <= to)
      return value as number;
    throw new Refused(place, ACCEPTED.integer(from, to));
  };
}

/** Reads true or false. */
export const flag: Reader<boolean> = (value, place) => {
  if (typeof value === 'boolean') return value;
  throw new Refused(place, ACCEPTED.flag);
};

/** Reads a value or null; an absent one counts as null. */
export function orNull<T>(reader: Reader<T>): Reader<T | null> {
  return (value, place) => (value === null || value === undefined ? null : reader(value, place));
}

/** Reads a value; an absent one is `missing`. */
export function orElse<T>(reader: Reader<T>, missing: T): Reader<T> {
  return (value, place) => (value === undefined ? missing : reader(value, place));
}

/** Reads an object with names of its own, of at most `most` entries. */
export function recordOf<T>(reader: Reader<T>, most: number): Reader<Record<string, T>> {
  return (value, place) => {
    if (!isRecord(value)) throw new Refused(place, ACCEPTED.object);
    const entries = Object.entries(value);
    if (entries.length > most) throw new Refused(place, ACCEPTED.entries(most));
    return Object.fromEntries(entries.map(([name, item]) => [name, reader(item, `${place}.${name}`)]));
  };
}

/** Reads a list of at most `most` entries. */
export function list<T>(reader: Reader<T>, most: number): Reader<T[]> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length > most) throw new Refused(place, ACCEPTED.list(most));
    return Array.from(value, (item, i) => reader(item, `${place}[${i}]`));
  };
}

/** Reads a list of exactly these entries. */
export function pair<A, B>(first: Reader<A>, second: Reader<B>): Reader<readonly [A, B]> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length !== 2) throw new Refused(place, ACCEPTED.pair);
    return [first(value[0], `${place}[0]`), second(value[1], `${place}[1]`)];
  };
}

/** Reads an object with these fields; others are ignored, since a later version may add some. */
export function object<T extends object>(fields: { readonly [Name in keyof T]: Reader<T[Name]> }): Reader<T> {
  return (value, place) => {
    if (!isRecord(value)) throw new Refused(place, ACCEPTED.object);
    const entries = Object.entries<Reader<unknown>>(fields).map(([name, reader]) => {
      const at = place === '' ? name : `${place}.${name}`;
      return [name, reader(Object.hasOwn(value, name) ? value[name] : undefined, at)];
    });
    return Object.fromEntries(entries) as T;
  };
}

/** Reads an object of one of several kinds, by its field `kind`. */
export function byKind<T extends { kind: string }>(kinds: {
  readonly [Kind in T['kind']]: Reader<Omit<Extract<T, { kind: Kind }>, 'kind'>>;
}): Reader<T> {
  return (value, place) => {
    const kind = isRecord(value) && Object.hasOwn(value, 'kind') ? value.kind : null;
    if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind))
      throw new Refused(`${place}.kind`, ACCEPTED.oneOf(Object.keys(kinds)));
    const rest = kinds[kind as T['kind']](value, place);
    return { kind, ...rest } as unknown as T;
  };
}

/** Returns a stored value that the reader accepts; null for any other. */
export function accepted<T>(reader: Reader<T>, value: unknown): T | null {
  try {
    return reader(value, '');
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
