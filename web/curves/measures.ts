/** What a study can show of each run: figures of its summary, by their paths, as the engine's registry has them. */
import type { Quantity } from '../charts/format';
import { classOf, type PacketClass } from '../engine/classes';
import type { Catalog } from '../engine/catalog';
import { valueAt } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import type { CaseLine } from '../types/engine';

export interface Measure {
  /** In the summary: `bottlenecks.r0.loss.udp`. */
  path: string;
  /** As in `Loss, UDP`. */
  label: string;
  /** What it belongs to. */
  owner: string;
  /** What it means, in a sentence. */
  help: string;
  quantity: Quantity;
  /** The class of packets that it is about, whose colour it has; null for all. */
  of: PacketClass | null;
}

/** Of every bottleneck, edge router and group; without what a line has only if its study asked for it. */
export function measuresOf(catalog: Catalog, { bottlenecks, edges, groups }: Scenario): Measure[] {
  const rows = (of: string, path: string, owner: string, about: PacketClass | null): Measure[] =>
    catalog.measures
      .filter((measure) => measure.of === of && measure.asked === 'no')
      .map(({ id, label, help, unit }) => ({
        path: `${path}.${id}`,
        label,
        owner,
        help,
        quantity: quantityOf(unit),
        of: classNamed(id) ?? about,
      }));
  return [
    ...bottlenecks.flatMap(({ id }) => rows('link', `bottlenecks.${id}`, `Bottleneck ${id}`, null)),
    ...groups.flatMap(({ id, label, traffic }) =>
      rows('group', `groups.${id}`, `Group ${label || id}`, classOf(catalog, traffic)),
    ),
    ...edges.flatMap(({ id }) => rows('link', `edges.${id}`, `Edge router ${id}`, null)),
  ];
}

/** With what they belong to in their labels where two of these would have the same: `Loss, Group video`. */
export function named(shown: readonly Measure[]): Measure[] {
  return shown.map((measure) => {
    const isTwice = shown.some(({ path, label }) => path !== measure.path && label === measure.label);
    return isTwice ? { ...measure, label: `${measure.label}, ${measure.owner}` } : measure;
  });
}

/** What is looked at unless something else is chosen: the loss of datagrams where there are any, else the utilisation. */
export function firstMeasure(
  measures: readonly Measure[],
  catalog: Catalog,
  { groups }: Scenario,
): Measure | undefined {
  const hasBoth = new Set(groups.map(({ traffic }) => classOf(catalog, traffic))).size === 2;
  const wanted = hasBoth ? '.loss.udp' : '.utilization';
  return measures.find(({ path }) => path.endsWith(wanted)) ?? measures[0];
}

/** The figure of one run; null where it failed or has none. */
export function measured(line: CaseLine, path: string): number | null {
  const figures = FIGURES.get(line) ?? new Map<string, number | null>();
  FIGURES.set(line, figures);
  const known = figures.get(path);
  if (known !== undefined) return known;
  const value = 'summary' in line ? valueAt(line.summary, path) : null;
  const figure = typeof value === 'number' ? value : null;
  figures.set(path, figure);
  return figure;
}

/** Lines never change, and are asked for the same figures whenever another comes. */
const FIGURES = new WeakMap<CaseLine, Map<string, number | null>>();

/** Counts and numbers of flows have no unit that needs saying. */
export function quantityOf(unit: string): Quantity {
  return unit === '' || unit === 'flows' ? 'drops' : (unit as Quantity);
}

function classNamed(id: string): PacketClass | null {
  const last = id.slice(id.lastIndexOf('.') + 1);
  return last === 'tcp' || last === 'udp' || last === 'ack' ? last : null;
}
