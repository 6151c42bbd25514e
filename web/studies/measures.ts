/** Measures of a run that a study can show, by their paths in the summary; the engine's registry lists them. */
import type { Quantity } from '../plot/format';
import { classOf, type PacketClass } from '../engine/classes';
import type { Catalog } from '../engine/catalog';
import { valueAt } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import type { CaseLine } from '../types/engine';
import { OWNER, STUDY_TEXT } from './strings';

/** A measure of a part of the network. */
export interface Measure {
  /** Path in the summary: `bottlenecks.r0.loss.udp`. */
  path: string;
  /** Name from the catalog. */
  label: string;
  /** Name of the part to which it belongs, such as `Bottleneck r0`. */
  owner: string;
  /** Meaning, in one sentence. */
  help: string;
  quantity: Quantity;
  /** Whether the comparison of runs shows it. */
  isCompared: boolean;
  /** Class of packets that it counts and whose color it has; null for all packets. */
  of: PacketClass | null;
}

/** Returns the measures of all bottlenecks, groups and edge routers: those that a study must request, or all others. */
export function measuresOf(
  catalog: Catalog,
  { bottlenecks, edges, groups }: Scenario,
  isRequested = false,
): Measure[] {
  const rows = (of: string, path: string, owner: string, about: PacketClass | null): Measure[] =>
    catalog.measures
      .filter((measure) => measure.of === of && (measure.asked !== 'no') === isRequested)
      .map(({ id, label, help, unit, shown }) => ({
        path: `${path}.${id}`,
        label,
        owner,
        help,
        quantity: quantityOf(unit),
        isCompared: shown === 'compared',
        of: classNamed(id) ?? about,
      }));
  return [
    ...bottlenecks.flatMap(({ id }) => rows('link', `bottlenecks.${id}`, OWNER.bottleneck(id), null)),
    ...groups.flatMap(({ id, label, traffic }) =>
      rows('group', `groups.${id}`, OWNER.group(label || id), classOf(catalog, traffic)),
    ),
    ...edges.flatMap(({ id }) => rows('link', `edges.${id}`, OWNER.edge(id), null)),
  ];
}

/** Adds the owner to labels that occur twice: `Loss, Group video`. */
export function named(shown: readonly Measure[]): Measure[] {
  return shown.map((measure) => {
    const isRepeated = shown.some(({ path, label }) => path !== measure.path && label === measure.label);
    return isRepeated ? { ...measure, label: STUDY_TEXT.measureOf(measure.label, measure.owner) } : measure;
  });
}

/** Returns the measure that a new study shows: the loss of UDP if UDP and TCP share the network, else utilization. */
export function firstMeasure(
  measures: readonly Measure[],
  catalog: Catalog,
  { groups }: Scenario,
): Measure | undefined {
  const hasBoth = new Set(groups.map(({ traffic }) => classOf(catalog, traffic))).size === 2;
  const wanted = hasBoth ? '.loss.udp' : '.utilization';
  return measures.find(({ path }) => path.endsWith(wanted)) ?? measures[0];
}

/** Returns a measure of one run; null if the run failed or has no such measure. */
export function measured(line: CaseLine, path: string): number | null {
  const values = VALUES_READ.get(line) ?? new Map<string, number | null>();
  VALUES_READ.set(line, values);
  const known = values.get(path);
  if (known !== undefined) return known;
  const value = 'summary' in line ? valueAt(line.summary, path) : null;
  const number = typeof value === 'number' ? value : null;
  values.set(path, number);
  return number;
}

/** Measures read so far. Lines never change, and every new line asks again for the measures of all others. */
const VALUES_READ = new WeakMap<CaseLine, Map<string, number | null>>();

/** Returns the quantity of a unit; counts and numbers of flows are shown without a unit. */
export function quantityOf(unit: string): Quantity {
  return unit === '' || unit === 'flows' ? 'drops' : (unit as Quantity);
}

function classNamed(id: string): PacketClass | null {
  const last = id.slice(id.lastIndexOf('.') + 1);
  return last === 'tcp' || last === 'udp' || last === 'ack' ? last : null;
}
