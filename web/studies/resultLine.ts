/**
 * Reader of one finished run in a file of results. Nothing in a file is trusted: each measure that the catalog lists must be a
 * number in its range, or null, and each text that the page shows must be a text. Fields that the catalog does not list are
 * ignored, since the varied parameters of a table stand among the measures.
 */
import type { Catalog, MeasureAbout } from '../types/engine';
import { integer, list, number, object, orElse, orNull, recordOf, text, type Reader } from '../url/untrusted';
import { RESULTS } from './strings';

/** Readers of the lines of a file; they throw `Refused` with the path of a wrong value. */
export interface LineReaders {
  /** Reads a finished run. */
  finished: Reader<object>;
  /** Reads a run that failed. */
  failed: Reader<object>;
}

/** Returns the readers of runs that have the measures of the catalog. */
export function lineReaders({ measures }: Pick<Catalog, 'measures'>): LineReaders {
  const of = (owner: string): Fields => valuesOf(measures.filter((measure) => measure.of === owner));
  const link = object<Record<string, unknown>>({ ...of('link'), id: name });
  const bottleneck = object<Record<string, unknown>>({ ...of('link'), id: name, reverse: orNull(link) });
  const group = object<Record<string, unknown>>({ ...of('group'), id: name, kind: name, sentence: name });
  const summary = object<Record<string, unknown>>({
    ...of('run'),
    warnings: list(warning, ITEMS),
    engine: name,
    bottlenecks: eachOf(bottleneck),
    edges: eachOf(link),
    groups: eachOf(group),
  });
  return {
    finished: object<Record<string, unknown>>({ ...run, summary }),
    failed: object<Record<string, unknown>>({ ...run, error: sentence }),
  };
}

/** Readers of fields by name. */
type Fields = Readonly<Record<string, Reader<unknown>>>;

/** Most characters of a text, and most items of a list. */
const TEXT = 4000;
const ITEMS = 10_000;

const sentence = text(TEXT);
/** Reads a text that a table may leave out. */
const name = orNull(sentence);

const run: Fields = {
  key: text(32, (key) => /^[0-9a-f]{32}$/.test(key), RESULTS.key),
  point: recordOf((value) => value, ITEMS),
  // Seeds have 64 bits.
  seed: integer(0, 2 ** 64),
};

const warning = object<Record<string, unknown>>({ id: sentence, path: sentence, sentence, remedy: sentence });

/** Reads the items of a list, or of an object with their ids as names, which is made of a table. */
function eachOf(reader: Reader<unknown>): Reader<unknown> {
  const [items, named] = [list(reader, ITEMS), orElse(recordOf(reader, ITEMS), {})];
  return (value, place) => (Array.isArray(value) ? items : named)(value, place);
}

/** Returns readers of measures by a part of their ids: of `loss.udp`, the part 0 is `loss`. */
function valuesOf(measures: readonly MeasureAbout[], part = 0): Fields {
  const partsOf = ({ id }: MeasureAbout): string[] => id.split('.');
  const names = new Set(measures.map((measure) => partsOf(measure)[part] ?? ''));
  const readers = [...names].map((name) => {
    const below = measures.filter((measure) => partsOf(measure)[part] === name);
    const leaf = below.find((measure) => partsOf(measure).length === part + 1);
    return [
      name,
      orNull(leaf ? valueOf(leaf) : object<Record<string, unknown>>(valuesOf(below, part + 1))),
    ] as const;
  });
  return Object.fromEntries(readers);
}

/** Returns the reader of a measure. Shares are 0 to 1, and only measures without a unit can be negative. */
function valueOf({ unit, asked }: MeasureAbout): Reader<unknown> {
  if (asked === 'with_interval') return byInterval;
  if (unit === 'ratio' && asked === 'no') return share;
  return unit === '' ? number() : number(0);
}

/** Reads the values of a measure by interval. */
const byInterval: Reader<unknown> = (value, place) => {
  const isNumber = typeof value === 'number' || value === null;
  return isNumber ? orNull(number())(value, place) : recordOf(byInterval, ITEMS)(value, place);
};

/** Reads a share, a quotient that may exceed 1 by rounding. */
const share: Reader<number> = (value, place) => {
  const isRounded = typeof value === 'number' && value > 1 && value < 1 + 1e-9;
  return isRounded ? 1 : number(0, 1)(value, place);
};
