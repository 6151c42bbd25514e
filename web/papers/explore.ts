/** A model that readers move over a figure: what it is asked at a place of the slider, and the curve of the answers. */
import type { ModelRequest, ModelOutputs } from '../study/analysis-protocol';
import type { Artefact, Chart, Explore, KeptPoint } from './artefact';
import type { Curve } from './curves';

export type Explored = Chart & { explore: Explore };

export function canExplore(chart: Chart): chart is Explored {
  return chart.explore !== null;
}

/** The parameter that is told, in its unit, at a step of the slider. */
export function toldAt({ over, per, steps }: Explore, step: number): number {
  const [, ends] = over[0]!;
  return between(ends, step / steps) / per;
}

/** What the model is asked over the chart's width at a step of the slider; none where it is not understood. */
export function askedAt(
  { models }: Artefact,
  chart: Explored,
  xs: readonly number[],
  step: number,
): ModelRequest[] {
  const { explore, x } = chart;
  const grid = models[explore.model];
  if (!grid || x.parameter === null) return [];
  const moved = explore.over.map(([name, ends]) => [name, between(ends, step / explore.steps)]);
  const set = { ...grid.set, ...Object.fromEntries(moved) } as Record<string, number>;
  return xs.map((value) => ({ model: grid.model, given: { ...set, [x.parameter!]: value * x.per } }));
}

/** Where it is asked, in the chart's unit. */
export function placesOf({ explore: { at } }: Explored): number[] {
  const [from, to, count] = at;
  return Array.from({ length: count }, (_, i) => between([from, to], i / (count - 1)));
}

/** The curve of the answers, drawn as a model is. */
export function movedCurve(
  chart: Explored,
  xs: readonly number[],
  answers: readonly ModelOutputs[],
  label: string,
): Curve {
  const { output, model } = chart.explore;
  const points = xs.flatMap((x, i): KeptPoint[] => {
    const mean = answers[i]?.[output];
    return typeof mean === 'number' && Number.isFinite(mean) ? [{ x, mean, halfWidth: null, n: 1 }] : [];
  });
  return {
    series: {
      id: 'moved',
      label,
      study: null,
      model,
      measure: null,
      dividedBy: null,
      output,
      x: null,
      where: {},
      along: [],
      per: 1,
      drawn: true,
    },
    look: { colour: 'model', dash: [6, 4], marker: null },
    points,
    live: [],
  };
}

/** Where the curve first turns from falling to rising, and where it is highest beyond. */
export interface Turn {
  least: KeptPoint;
  /** Null where it never rises again by a twentieth. */
  most: KeptPoint | null;
}

/** Null of a curve that only falls, or has no points. */
export function turnOf(points: readonly KeptPoint[]): Turn | null {
  const at = points.findIndex(({ mean }, i) => i + 1 < points.length && points[i + 1]!.mean > mean);
  const least = points[at];
  if (!least) return null;
  const most = points.slice(at).reduce((best, point) => (point.mean > best.mean ? point : best));
  return { least, most: most.mean > 1.05 * least.mean ? most : null };
}

function between([from, to]: readonly [number, number], share: number): number {
  return Number((from + (to - from) * share).toPrecision(6));
}
