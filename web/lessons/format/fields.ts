/** Reads the fields of YAML by name, and reports wrong and unknown ones. */
import { quoted } from '../../url/quoted';
import { FIELDS } from './strings';
import type { Problems } from './problems';
import type { Item, MapItem } from './yamlText';

/** Reads a value; `accepted` completes the sentence “Accepted: …”. */
export interface Reader<T> {
  accepted: string;
  /** Returns the value, or the part that is wrong. */
  read(item: Item): T | Wrong;
}

/** A part that is not accepted. */
export class Wrong {
  constructor(
    readonly item: Item,
    /** Accepted values; null for the sentence of the reader. */
    readonly accepted: string | null = null,
  ) {}
}

/** Fields of one map. After the last one is read, `finish` reports the others. */
export class Fields {
  private readonly read = new Set<string>();

  constructor(
    private readonly map: MapItem,
    /** Name of the map in messages: “the front matter”. */
    private readonly place: string,
    private readonly problems: Problems,
  ) {}

  /** Returns the value of a field that must be there; null after a problem. */
  required<T>(name: string, reader: Reader<T>): T | null {
    if (this.has(name)) return this.value(name, reader);
    this.read.add(name);
    return this.problems.add(this.map.line, FIELDS.missing(name, this.place, reader.accepted));
  }

  /** Returns the value of a field, or `fallback` if it is absent, empty or wrong. */
  optional<T, D>(name: string, reader: Reader<T>, fallback: D): T | D {
    const value = this.has(name) ? this.value(name, reader) : null;
    this.read.add(name);
    return value ?? fallback;
  }

  /** Whether a field has a value. */
  has(name: string): boolean {
    const item = this.find(name);
    return item !== undefined && !(item.kind === 'scalar' && item.value === null);
  }

  /** Reports fields that were not read. */
  finish(): void {
    for (const { key, line } of this.map.fields)
      if (!this.read.has(key))
        this.problems.add(line, FIELDS.unknown(quoted(key, 40), this.place, [...this.read]));
  }

  /** Returns the part of a field as it is written; null if it is absent. */
  item(name: string): Item | null {
    return this.find(name) ?? null;
  }

  /** Line of a field, or of the map if the field is absent. */
  lineOf(name: string): number {
    return this.map.fields.find(({ key }) => key === name)?.line ?? this.map.line;
  }

  private value<T>(name: string, reader: Reader<T>): T | null {
    this.read.add(name);
    const value = reader.read(this.find(name)!);
    if (!(value instanceof Wrong)) return value;
    const { item, accepted } = value;
    return this.problems.add(item.line, FIELDS.wrong(name, shown(item), accepted ?? reader.accepted));
  }

  private find(name: string): Item | undefined {
    return this.map.fields.find(({ key }) => key === name)?.value;
  }
}

/** Returns the fields of an item that must be a map; null after a problem. */
export function fieldsOf(item: Item | null, place: string, problems: Problems): Fields | null {
  if (item === null) return null;
  if (item.kind !== 'map') return problems.add(item.line, FIELDS.noMap(place, shown(item)));
  return new Fields(item, place, problems);
}

/** Describes a value in a message. */
export function shown(item: Item): string {
  if (item.kind === 'list') return FIELDS.list;
  if (item.kind === 'map') return FIELDS.map;
  return item.text === '' ? FIELDS.empty : `“${quoted(item.text, 60)}”`;
}
