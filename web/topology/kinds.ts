/**
 * Kinds of a link that the drawing names: queue disciplines, routers, policers, pacers, services and lines other than the defaults. A drop-tail
 * queue needs no name, because the tank shows it.
 */
import type { Catalog, Section } from '../engine/catalog';
import type { Bottleneck, Edge } from '../scenario/types';

/** Kind with its mark. */
export interface Shown {
  section: Section;
  /** Path of its mark, in a square of 14 pixels; null if it has only a name. */
  mark: string | null;
}

/** Returns the kinds of a link other than the defaults, in the order of the packets: router, policer, queue, pacer, service, line. */
export function chosenKinds(catalog: Catalog | null, link: Bottleneck | Edge): Shown[] {
  const fields: [string, unknown][] = Object.entries(link);
  return ORDER.flatMap((registry) => {
    const kind = kindIn(fields.find(([field]) => field === registry)?.[1]);
    const section = catalog?.sections[`${registry}.${kind ?? ''}`];
    if (!section || kind === defaultKind(catalog, registry)) return [];
    return [{ section, mark: MARKS[section.id] ?? MARKS[registry] ?? null }];
  });
}

/** Lists names of kinds: `RED`, or `Switch (CIOQ), RED`. */
export function kindsText(kinds: readonly Shown[]): string {
  return kinds.map(({ section }) => section.label).join(', ');
}

/** Returns the default kind of a registry. */
function defaultKind(catalog: Catalog | null, registry: string): string | undefined {
  const forms = ['bottleneck', 'edge'].flatMap((id) => catalog?.sections[id]?.params ?? []);
  const given = forms.find(({ name, default: value }) => name === registry && value !== undefined);
  return kindIn(given?.default);
}

/** Returns the kind of an object with a `kind`, or of the short form, which is only the name. */
function kindIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const kind = (value as { kind?: unknown } | null | undefined)?.kind;
  return typeof kind === 'string' ? kind : undefined;
}

const ORDER = ['router', 'policer', 'queue', 'pacer', 'service', 'line'];

/** Marks by registry, or by kind if the kind has its own mark. */
const MARKS: Readonly<Record<string, string>> = {
  // A crossbar: lines in, lines out.
  router: 'M0 3.5H14M0 10.5H14M3.5 0V14M10.5 0V14',
  // A bucket of tokens.
  policer: 'M2 2L4 12H10L12 2M3 6H11',
  // Packets before a gate.
  pacer: 'M1 7h1.5M5 7h1.5M9 7h1.5M13 1.5v11',
  // A rate that rises and falls.
  service: 'M0 10h3V4h4v5h4V2h3',
  // A broken line.
  line: 'M0 7H4.5M9.5 7H14M5 4.5l4 5M9 4.5l-4 5',
  // A loop of fiber along a line.
  'queue.optical_fifo': 'M0 13H14M7 13a5.5 5.5 0 1 1 .01 0',
};
