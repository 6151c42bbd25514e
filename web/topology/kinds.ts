/**
 * Which kinds a link has that the picture names: those that it would not have if nobody had chosen one. A drop-tail
 * queue is what a tank shows already.
 */
import type { Catalog, Section } from '../engine/catalog';
import type { Bottleneck, Edge } from '../scenario/types';

export interface Shown {
  section: Section;
  /** The path of its mark, in a square of 14 pixels; null where its name has to do. */
  mark: string | null;
}

/** The chosen kinds of a link, in the order in which packets pass them: router, queue, pacer. */
export function chosenKinds(catalog: Catalog | null, link: Bottleneck | Edge): Shown[] {
  const fields: [string, unknown][] = Object.entries(link);
  return ORDER.flatMap((registry) => {
    const kind = kindIn(fields.find(([field]) => field === registry)?.[1]);
    const section = catalog?.sections[`${registry}.${kind ?? ''}`];
    if (!section || kind === usualKind(catalog, registry)) return [];
    return [{ section, mark: MARKS[section.id] ?? MARKS[registry] ?? null }];
  });
}

/** `RED`, or `Switch (CIOQ), RED`. */
export function kindsText(kinds: readonly Shown[]): string {
  return kinds.map(({ section }) => section.label).join(', ');
}

/** The kind that a link has which says nothing of it. */
function usualKind(catalog: Catalog | null, registry: string): string | undefined {
  const forms = ['bottleneck', 'edge'].flatMap((id) => catalog?.sections[id]?.params ?? []);
  const given = forms.find(({ name, default: value }) => name === registry && value !== undefined);
  return kindIn(given?.default);
}

/** Of an object with a `kind`, or of the bare word that is short for one. */
function kindIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const kind = (value as { kind?: unknown } | null | undefined)?.kind;
  return typeof kind === 'string' ? kind : undefined;
}

const ORDER = ['router', 'queue', 'pacer'];

/** By registry, or by kind where one of them looks like no other. */
const MARKS: Readonly<Record<string, string>> = {
  // A crossbar: lines in, lines out.
  router: 'M0 3.5H14M0 10.5H14M3.5 0V14M10.5 0V14',
  // Packets before a gate.
  pacer: 'M1 7h1.5M5 7h1.5M9 7h1.5M13 1.5v11',
  // A loop of fibre along a line.
  'queue.optical_fifo': 'M0 13H14M7 13a5.5 5.5 0 1 1 .01 0',
};
