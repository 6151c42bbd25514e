/**
 * Inline directives of a text: a number that a run shows (`:measured`), a pointer to a chart (`:see`), a number that changes
 * the scene (`:scrub`) and a term of the glossary (`:term`).
 *
 * The parser checks each of them with `readInline`; the view and tests use the same function to get its parts.
 */
import type { TextDirective } from 'mdast-util-directive';
import { quoted } from '../../url/quoted';
import { Attributes, type Report } from './attributes';
import { SHOWN_IDS } from './chartIds';
import type { Change, MeasuredNumber } from './lesson';
import { plainText } from './markdown';
import { isPath } from './paths';
import { readQuantity, secondsOf, withinOf, type Quantity } from './quantityText';
import { ACCEPTED, INLINE } from './strings';

/** A number in the text that changes a parameter of the scene. */
export interface ScrubbedNumber {
  /** As written: `20 packets`. */
  written: string;
  /** Parameter that it changes. */
  path: string;
  quantity: Quantity;
  /** Bounds, in the unit as written. */
  min: number;
  max: number;
}

/** An inline directive that was read. */
export type Inline =
  | { kind: 'measured'; number: MeasuredNumber }
  | { kind: 'see'; /** Id of a chart, or `network`. */ in: string }
  | { kind: 'scrub'; number: ScrubbedNumber }
  | { kind: 'term'; term: string };

/** Names of the inline directives. */
export const INLINE_NAMES = ['measured', 'see', 'scrub', 'term'] as const;

/** An inline directive, or all that is wrong with it. */
export type InlineResult = { ok: true; inline: Inline } | { ok: false; messages: string[] };

/** Reads an inline directive. */
export function readInline(directive: TextDirective): InlineResult {
  const messages: string[] = [];
  const report: Report = (message) => {
    messages.push(message);
    return null;
  };
  const inline = inlineOf(directive, report);
  return inline !== null && messages.length === 0 ? { ok: true, inline } : { ok: false, messages };
}

function inlineOf(directive: TextDirective, report: Report): Inline | null {
  const { name } = directive;
  const read = READERS.get(name);
  if (read === undefined) return report(INLINE.unknown(quoted(name, 40), INLINE_NAMES));
  const written = plainText(directive.children);
  if (written === null) return report(INLINE.onlyText(name));
  if (written === '') return report(INLINE.noLabel(name));
  const attributes = new Attributes(directive, `:${name}`, report);
  const inline = read(written, attributes, report);
  attributes.finish();
  return inline;
}

type InlineReader = (written: string, attributes: Attributes, report: Report) => Inline | null;

const READERS: ReadonlyMap<string, InlineReader> = new Map<string, InlineReader>([
  ['measured', measured],
  ['see', see],
  ['scrub', scrub],
  ['term', (written) => ({ kind: 'term', term: written })],
]);

function measured(written: string, attributes: Attributes, report: Report): Inline | null {
  const quantity = readQuantity(written) ?? report(INLINE.noQuantity(quoted(written, 60)));
  const path = attributes.required('of', ACCEPTED.path, pathOf);
  const set = attributes.optional('set', ACCEPTED.changesText, changesOf) ?? [];
  const until_s = attributes.optional('until', ACCEPTED.time, secondsOf);
  const within = attributes.optional('within', ACCEPTED.within, (text) =>
    withinOf(text, quantity?.suffix ?? ''),
  );
  return path === null || quantity === null
    ? null
    : { kind: 'measured', number: { written, path, set, until_s, within } };
}

function see(_written: string, attributes: Attributes): Inline | null {
  const shown = attributes.required('in', ACCEPTED.oneOf(SHOWN_IDS), shownId);
  return shown === null ? null : { kind: 'see', in: shown };
}

function scrub(written: string, attributes: Attributes, report: Report): Inline | null {
  const quantity = readQuantity(written) ?? report(INLINE.noQuantity(quoted(written, 60)));
  const path = attributes.required('path', ACCEPTED.path, pathOf);
  const bound = (name: string) =>
    attributes.required(name, ACCEPTED.bound, (text) => inUnitOf(text, quantity));
  const [min, max] = [bound('min'), bound('max')];
  if (quantity === null || path === null || min === null || max === null) return null;
  const value = quantity.value / quantity.factor;
  if (!(min < max && min <= value && value <= max)) return report(INLINE.outside(quoted(written, 60)));
  return { kind: 'scrub', number: { written, path, quantity, min, max } };
}

/** Reads a bound in the unit of a quantity; without a unit it is in that unit. */
function inUnitOf(text: string, quantity: Quantity | null): number | null {
  const bound = readQuantity(text);
  if (bound === null || quantity === null) return bound?.value ?? null;
  if (bound.suffix === '' || bound.suffix === quantity.suffix) return bound.value / bound.factor;
  return bound.unit === quantity.unit ? bound.value / quantity.factor : null;
}

const pathOf = (text: string): string | null => (isPath(text) ? text : null);

/** Reads the id of a chart or `network`; null for other texts. */
export const shownId = (text: string): string | null => SHOWN_IDS.find((id) => id === text) ?? null;

/** Reads changes as `path=value, path=value`; null if one has another form. */
export function changesOf(text: string): Change[] | null {
  const changes: Change[] = [];
  for (const one of text.split(/,(?=\s*[A-Za-z_][\w.-]*=)/)) {
    const [path = '', ...value] = one.trim().split('=');
    const joined = value.join('=').trim();
    if (!isPath(path) || joined === '') return null;
    changes.push([path, joined]);
  }
  return changes;
}
