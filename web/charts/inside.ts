/**
 * Internal state of the queue, pacer and router of the selected link: the average queue of RED between its thresholds, the
 * queueing delay in CoDel with its target, the rate of a pacer. Gauges of one unit share a chart.
 *
 * Everything comes from the catalog, so a new kind needs no code here: its gauges (names, units, help), and the parameters
 * with which they are compared (`gauged`), which become lines. If gauges count packets or bytes, the chart also shows the
 * queue. Without gauges there are no such charts.
 */
import { countedIn } from '../engine/counted';
import type { Param, Section, Unit } from '../engine/catalog';
import type { Layout, LinkInfo } from '../engine/protocol';
import type { Kinded } from '../scenario/types';
import type { Chart, Description, TraceStyle, Level, Scene, Trace } from './chart';
import type { Quantity } from '../plot/format';
import { kindedAt, stepsOf } from './limits';
import { linkName, PLAIN, solid, trace } from './scene';
import { INSIDE, QUEUE } from './strings';

/** Units in the order of their charts, their quantities, and the least top of the axis. */
const UNITS: readonly [unit: Unit, quantity: Quantity, floor: number][] = [
  ['s', 's', 1e-3],
  ['packets', 'packets', 4],
  ['B', 'B', 1000],
  ['b/s', 'b/s', 1000],
  ['ratio', 'ratio', 0.01],
  ['flows', 'flows', 4],
  ['', 'count', 2],
];

/** Charts of the internal state, one per unit. In the selection of charts they have one entry. */
export const INSIDES: readonly Description[] = UNITS.map(([unit, quantity, floor]) => ({
  id: 'inside',
  name: INSIDE.name,
  standard: true,
  chooses: null,
  loggable: false,
  weight: 1,
  quiet: true,
  describe: (scene) => inUnit(scene, unit, quantity, floor),
}));

function inUnit(around: Scene, unit: Unit, quantity: Quantity, floor: number): Chart {
  const scene = { ...around, link: linkWithGauges(around) };
  const { layout, link } = scene;
  const kinds = kindsIn(scene);
  // A pacer and a policer may have kinds of the same name.
  const found = kinds.flatMap((kind) => gaugesOf(scene, kind, unit));
  const gauges = found.filter(({ id }, i) => found.findIndex((other) => other.id === id) === i);
  const levels = gauges.length > 0 ? kinds.flatMap((kind) => levelsOf(scene, kind, unit)) : [];
  return {
    ...PLAIN,
    id: `inside-${quantity}`,
    title: titleOf(gauges),
    about: linkName(link),
    quantity,
    traces:
      layout && link ? [...gauges.map(traceOf(quantity)), ...queueTrace(layout, link, gauges, unit)] : [],
    levels,
    rule: { kind: 'linear', floor, limit: levels.length > 0 ? greatest(levels) : null, settled: true },
    empty: INSIDE.empty,
  };
}

/** Returns the selected link, or the first other link with gauges if it has none, for example an edge router with a pacer. */
function linkWithGauges(scene: Scene): LinkInfo | null {
  const { layout, link } = scene;
  const has = (one: LinkInfo): boolean => {
    const kinds = kindsIn({ ...scene, link: one });
    const starts = kinds.map(({ at }) => `link.${one.id}.gauge.${at.kind}.`);
    return starts.some((start) => layout?.series.some(({ id }) => id.startsWith(start)));
  };
  return link && has(link) ? link : (layout?.links.find(has) ?? link);
}

/** Kind of queue, pacer or router that the link has now. */
interface Kind {
  /** Field of the scenario: `queue`, `pacer` or `router`. */
  field: string;
  at: Kinded;
  section: Section;
}

interface Gauge {
  /** Id of the gauge's series. */
  id: string;
  label: string;
  help: string;
  /** Label of the kind that has the gauge. */
  of: string;
}

function kindsIn({ current, catalog, link }: Scene): Kind[] {
  const found = current && link ? kindedAt(current, link.id) : [];
  return found.flatMap(([field, at]) => {
    const section = catalog?.sections[`${field}.${at.kind}`];
    return section ? [{ field, at, section }] : [];
  });
}

/** Returns the recorded gauges of a kind in this unit. */
function gaugesOf({ catalog, layout, link }: Scene, { at, section }: Kind, unit: Unit): Gauge[] {
  if (!catalog || !layout || !link) return [];
  const of = catalog.series.filter(({ id }) => id.startsWith(`gauge.${at.kind}.`));
  const unused = unusedOf(of, link);
  return of
    .filter((gauge) => gauge.unit === unit && !unused.has(gauge.id))
    .map(({ id, label, help }) => ({
      id: `link.${link.id}.${id}`,
      label: within(label),
      help,
      of: section.label,
    }))
    .filter(({ id }) => layout.series.some((series) => series.id === id));
}

/** Returns, of gauges in both packets and bytes, those in the unit that the link's queue does not use. */
function unusedOf(gauges: readonly { id: string }[], link: LinkInfo): Set<string> {
  const ids = gauges.map(({ id }) => id);
  const paired = ids.filter((id) => id.endsWith('_packets') && ids.includes(twinOf(id)));
  return new Set(countedIn(link) === 'bytes' ? paired : paired.map(twinOf));
}

const twinOf = (id: string): string => id.replace(/_packets$/, '_bytes');

const traceOf =
  (quantity: Quantity) =>
  ({ id, label, help }: Gauge, i: number): Trace => ({
    id,
    label,
    help,
    quantity,
    form: 'mean',
    style: STYLES[i % STYLES.length] as TraceStyle,
    per: 1,
    scales: true,
    shared: null,
  });

/** Returns the trace of the queue, if the gauges are in packets or bytes. */
function queueTrace(layout: Layout, link: LinkInfo, gauges: readonly Gauge[], unit: Unit): Trace[] {
  if (gauges.length === 0 || (unit !== 'packets' && unit !== 'B')) return [];
  const [name, quantity] =
    unit === 'B' ? (['queue_bytes', 'B'] as const) : (['queue_packets', 'packets'] as const);
  return trace(layout, `link.${link.id}.${name}`, {
    label: QUEUE.series,
    quantity,
    form: 'level',
    style: solid('ink-3', 1),
  });
}

/** Returns the parameters with which gauges are compared, as lines. */
function levelsOf({ document, link }: Scene, { field, at, section }: Kind, unit: Unit): Level[] {
  const compared = section.params.filter((param) => param.gauged === true && param.unit === unit);
  return compared.flatMap((param: Param) => {
    const value = at[param.name];
    if (typeof value !== 'number') return [];
    const steps = stepsOf(document, (scenario) => {
      const there = kindedAt(scenario, link?.id ?? '').find(([name]) => name === field)?.[1];
      const then = there?.kind === at.kind ? there[param.name] : null;
      return typeof then === 'number' ? then : null;
    });
    return [{ label: within(param.label), value, steps }];
  });
}

/** Returns the title without the name of the link: `RED: average queue at`. */
function titleOf(gauges: readonly Gauge[]): string {
  const [first] = gauges;
  return first ? INSIDE.gauge(first.of, first.label) : INSIDE.title;
}

/** Returns a label for use within a sentence: `average queue`, but `L4S queue`. */
function within(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

const greatest = (levels: readonly Level[]): number =>
  levels.reduce((most, { value }) => Math.max(most, value), 0);

/** Line styles that differ in dash and marker too. Classes of packets and groups have other colors. */
const STYLES: readonly TraceStyle[] = [
  solid('ink', 1.5),
  { ...solid('flow-4', 1.5), dash: [6, 3], marker: 'diamond' },
  { ...solid('flow-2', 1.5), dash: [2, 2], marker: 'triangle' },
  { ...solid('flow-5', 1.5), dash: [8, 3, 2, 3], marker: 'square' },
  { ...solid('flow-3', 1.5), dash: [10, 3], marker: 'circle' },
];
