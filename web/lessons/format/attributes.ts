/** Reads the attributes of directives: `:::run{until="30 s"}`. */
import type { Directives } from 'mdast-util-directive';
import { quoted } from '../../url/quoted';
import { ATTRIBUTE_LENGTH } from './limits';
import { ATTRIBUTES } from './strings';

/** Reports a problem; returns null, the value of a part that cannot be read. */
export type Report = (message: string) => null;

/** Attributes of one directive. After the last one is read, `finish` reports the others. */
export class Attributes {
  private readonly read = new Set<string>();
  private readonly values: ReadonlyMap<string, string>;

  constructor(
    directive: Directives,
    /** The directive in messages: `:::run`. */
    private readonly place: string,
    private readonly report: Report,
  ) {
    this.values = new Map(
      Object.entries(directive.attributes ?? {}).map(([key, value]) => [key, value ?? '']),
    );
  }

  /** Returns an attribute as `read` understands it; null if it is absent or after a problem. */
  optional<T>(name: string, accepted: string, read: (text: string) => T | null): T | null {
    this.read.add(name);
    const text = this.values.get(name);
    if (text === undefined) return null;
    const value = text.length > ATTRIBUTE_LENGTH ? null : read(text);
    return value ?? this.report(ATTRIBUTES.wrong(name, this.place, quoted(text, 60), accepted));
  }

  /** Returns an attribute that must be there; null after a problem. */
  required<T>(name: string, accepted: string, read: (text: string) => T | null): T | null {
    if (this.values.has(name)) return this.optional(name, accepted, read);
    this.read.add(name);
    return this.report(ATTRIBUTES.missing(name, this.place, accepted));
  }

  /** Reports attributes that were not read. */
  finish(): void {
    for (const key of this.values.keys())
      if (!this.read.has(key)) this.report(ATTRIBUTES.unknown(quoted(key, 40), this.place, [...this.read]));
  }
}
