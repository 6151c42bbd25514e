/** Model that a slider changes: its requests at a step of the slider, and its curve. */
import type { ModelRequest, ModelOutputs } from '../sweep/analysis';
import type { Figure, Chart, Explore } from '../types/papers';
import type { Curve, Point } from './curves';

/** Chart with such a model. */
export type Explored = Chart & { explore: Explore };

/** Whether the chart has such a model. */
export function canExplore(chart: Chart): chart is Explored {
  return chart.explore !== null;
}

/** Returns the value to show at a step of the slider, in its unit. */
export function shownValueAt({ over, per, steps }: Explore, step: number): number {
  const [, ends] = over[0]!;
  return between(ends, step / steps) / per;
}

/** Returns one request per x at a step of the slider; none if the model is unknown. */
export function requestsAt(
  { models }: Figure,
  chart: Explored,
  xs: readonly number[],
  step: number,
): ModelRequest[] {
  const { explore, x } = chart;
  const grid = models[explore.model];
  if (!grid || x.parameter === null) return [];
  const changed = explore.over.map(([name, ends]) => [name, between(ends, step / explore.steps)]);
  const set = { ...grid.set, ...Object.fromEntries(changed) } as Record<string, number>;
  return xs.map((value) => ({ model: grid.model, given: { ...set, [x.parameter!]: value * x.per } }));
}

/** Returns every x of the curve, in the chart's unit. */
export function xValuesOf({ explore: { at } }: Explored): number[] {
  const [from, to, count] = at;
  return Array.from({ length: count }, (_, i) => between([from, to], i / (count - 1)));
}

/** Returns the curve of the answers, in the style of a model. */
export function exploredCurve(
  chart: Explored,
  xs: readonly number[],
  answers: readonly ModelOutputs[],
  label: string,
): Curve {
  const { output, model } = chart.explore;
  const points = xs.flatMap((x, i): Point[] => {
    const mean = answers[i]?.[output];
    return typeof mean === 'number' && Number.isFinite(mean) ? [{ x, mean, half_width: null, n: 1 }] : [];
  });
  return {
    series: {
      id: 'moved',
      label,
      study: null,
      model,
      measure: null,
      divided_by: null,
      output,
      x: null,
      where: {},
      along: [],
      per: 1,
      drawn: true,
    },
    style: { color: 'model', dash: [6, 4], marker: null },
    points,
    live: [],
  };
}

/** First minimum of a curve, and its highest point beyond. */
export interface Turn {
  least: Point;
  /** Highest point beyond the minimum; null if it is less than 5 % higher. */
  most: Point | null;
}

/** Finds the turn of a curve; null if it only falls or has no points. */
export function turnOf(points: readonly Point[]): Turn | null {
  const at = points.findIndex(({ mean }, i) => i + 1 < points.length && points[i + 1]!.mean > mean);
  const least = points[at];
  if (!least) return null;
  const most = points.slice(at).reduce((best, point) => (point.mean > best.mean ? point : best));
  return { least, most: most.mean > 1.05 * least.mean ? most : null };
}

function between([from, to]: readonly [number, number], share: number): number {
  return Number((from + (to - from) * share).toPrecision(6));
}
