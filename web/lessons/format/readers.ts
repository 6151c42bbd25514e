/** Readers of the values that fields of lessons have. */
import { ENTRIES, TEXT_LENGTH } from './limits';
import { CHART_IDS } from './chartIds';
import { Wrong, type Reader } from './fields';
import type { Change } from './lesson';
import { isPath } from './paths';
import { readQuantity, secondsOf } from './quantityText';
import { ACCEPTED } from './strings';
import { jsonOf, type Item } from './yamlText';

/** A text that is not empty. */
export const text: Reader<string> = {
  accepted: ACCEPTED.text(TEXT_LENGTH),
  read: (item) => {
    if (item.kind !== 'scalar' || item.value === null) return new Wrong(item);
    const value = typeof item.value === 'string' ? item.value : item.text;
    return value.trim() === '' || value.length > TEXT_LENGTH ? new Wrong(item) : value;
  },
};

/** A text that may be empty, such as a unit. */
export const anyText: Reader<string> = {
  accepted: ACCEPTED.anyText,
  read: (item) => (item.kind === 'scalar' && item.text === '' ? '' : text.read(item)),
};

/** A list of values, of `least` to `most` entries. */
export function listOf<T>(reader: Reader<T>, least = 0, most = ENTRIES): Reader<T[]> {
  return {
    accepted: ACCEPTED.list(reader.accepted, least, most),
    read: (item) => {
      if (item.kind !== 'list' || item.items.length < least || item.items.length > most)
        return new Wrong(item);
      const values: T[] = [];
      for (const one of item.items) {
        const value = reader.read(one);
        if (value instanceof Wrong) return new Wrong(value.item, value.accepted ?? reader.accepted);
        values.push(value);
      }
      return values;
    },
  };
}

/** A value that may also be null. */
export function orNull<T>(reader: Reader<T>): Reader<T | null> {
  return {
    accepted: ACCEPTED.orNull(reader.accepted),
    read: (item) => (item.kind === 'scalar' && item.value === null ? null : reader.read(item)),
  };
}

/** A number within bounds. */
export function number(from = -Number.MAX_VALUE, to = Number.MAX_VALUE): Reader<number> {
  return {
    accepted: ACCEPTED.number(from, to),
    read: (item) => {
      const value = item.kind === 'scalar' ? item.value : null;
      return typeof value === 'number' && value >= from && value <= to ? value : new Wrong(item);
    },
  };
}

/** An integer within bounds. */
export function integer(from: number, to: number): Reader<number> {
  const reader = number(from, to);
  return {
    accepted: ACCEPTED.integer(from, to),
    read: (item) => {
      const value = reader.read(item);
      return typeof value === 'number' && !Number.isInteger(value) ? new Wrong(item) : value;
    },
  };
}

/** One of these texts. */
export function oneOf<T extends string>(names: readonly T[]): Reader<T> {
  return {
    accepted: ACCEPTED.oneOf(names),
    read: (item) => names.find((name) => item.kind === 'scalar' && item.value === name) ?? new Wrong(item),
  };
}

/** A time above 0, as a text with its unit or in seconds. */
export const time: Reader<number> = {
  accepted: ACCEPTED.time,
  read: (item) => (item.kind === 'scalar' ? secondsOf(item.text) : null) ?? new Wrong(item),
};

/** Path of a parameter or a measure. */
export const path: Reader<string> = {
  accepted: ACCEPTED.path,
  read: (item) =>
    item.kind === 'scalar' && typeof item.value === 'string' && isPath(item.value)
      ? item.value
      : new Wrong(item),
};

/** Id of a chart. */
export const chart: Reader<string> = oneOf(CHART_IDS);

/** A share, as “10 %” or a number. */
export const share: Reader<number> = {
  accepted: ACCEPTED.share,
  read: (item) => {
    const quantity = item.kind === 'scalar' ? readQuantity(item.text) : null;
    const isShare = quantity !== null && (quantity.unit === 'ratio' || quantity.suffix === '');
    return isShare && quantity.value > 0 && quantity.value <= 1 ? quantity.value : new Wrong(item);
  },
};

/** Changes of parameters: paths with values. */
export const changes: Reader<Change[]> = {
  accepted: ACCEPTED.changes,
  read: (item) => {
    if (item.kind !== 'map' || item.fields.length > ENTRIES) return new Wrong(item);
    const wrong = item.fields.find(({ key }) => !isPath(key));
    if (wrong) return new Wrong({ kind: 'scalar', line: wrong.line, value: wrong.key, text: wrong.key });
    return item.fields.map(({ key, value }): Change => [key, jsonOf(value)]);
  },
};

/** Any value as JSON, of a kind of part. */
export function part(kind: Item['kind'], accepted: string): Reader<Item> {
  return { accepted, read: (item) => (item.kind === kind ? item : new Wrong(item)) };
}
