/** Contents of a measure's chart: scales, styles and models, for the screen or for a file. */
import type { Color, Theme } from '../plot/theme';
import type { Curve, CurvePoint, CurveSet } from './data';
import type { Field } from './fields';
import { quantityOf, type Measure } from './measures';
import type { ViewSettings } from './viewSettings';
import type { LineStyle } from '../plot/marks';
import type { ModelLine, Panel } from './paint';
import { bareLabel } from './studyText';
import type { Unit } from '../plot/format';
import { axisOf } from './axisSettings';
import { inUnit, partOf, wordAxis, xAxis, yAxis, type Axis } from './scale';

/** Inputs of a chart. */
export interface PanelParts {
  set: CurveSet;
  measure: Measure;
  field: Field;
  settings: ViewSettings;
  models: readonly ModelLine[];
  /** Points of all panels with this measure, which share the y axis; the curves' own if left out. */
  shared?: readonly CurvePoint[] | undefined;
  /** Unit BDP of the x axis; null where there is none. */
  bdp?: Unit | null;
  /** All values on the x axis, so that it does not change while runs finish. */
  xs: readonly number[];
  theme: Theme;
}

/** Returns the contents of a chart for a plot of this size in pixels. */
export function panelOf(parts: PanelParts, plot: { width: number; height: number }): Panel {
  const { set, measure, field, settings, models, xs, theme } = parts;
  const own = set.curves.flatMap((curve) => curve.points);
  const points = parts.shared ?? own;
  const lines = models.filter(({ at }) => at === null).flatMap((model) => model.points.map(([, y]) => y));
  // Models far above the curves do not extend the y axis.
  const most = Math.max(...points.map(({ max }) => max), -Infinity);
  // Before the first run, models and stored results set the y axis.
  const near = lines.filter((y) => Number.isFinite(y) && (points.length === 0 || y <= 1.6 * most));
  const reach = points.flatMap(({ mean, half, min, max }) => [
    min,
    max,
    ...(half === null || half > 2 * Math.abs(mean) ? [] : [mean - half, mean + half]),
  ]);
  // An interval may extend below 0, or above 1 of a share, where no value can be.
  const floor = settings.y !== 'log' && points.every(({ min }) => min >= 0) ? 0 : -Infinity;
  const ceiling = measure.quantity === 'ratio' && points.every(({ max }) => max <= 1) ? 1 : Infinity;
  const atLeast = reach.map((y) => Math.min(Math.max(y, floor), ceiling));
  const verticals = models.flatMap(({ at }) => (at === null ? [] : [at]));
  const within = verticals.filter((at) => at <= 1.3 * Math.max(...xs, 0));
  const [across, up] = [plot.width / 70, plot.height / 52];
  const cut = axisOf(settings.axes, measure.path);
  const x = ((): Axis => {
    if (set.x.kind === 'words') return wordAxis(set.x);
    const quantity = quantityOf(field.unit);
    const whole = xAxis([...xs, ...within], quantity, settings.x, plot.width);
    const part = partOf(whole, settings.axes.x.from, settings.axes.x.to, quantity, across);
    return settings.axes.bdp && parts.bdp ? inUnit(part, parts.bdp, across) : part;
  })();
  const whole = yAxis([...atLeast, ...near], measure.quantity, settings.y, plot.height);
  const y = partOf(whole, cut.from, cut.to, measure.quantity, up);
  const shown = models.filter(({ at }) => at === null || within.includes(at));
  return {
    title: titled(cut.title || measure.label, y.unit.name),
    x,
    y,
    xTitle: titled(settings.axes.x.title || bareLabel(field.label), x.unit.name),
    curves: set.curves,
    styles: stylesOf(set.curves, measure),
    models: shown,
    outside: models
      .filter((model) => !shown.includes(model) || isOutside(model, x, y))
      .map(({ name }) => name),
    marked: null,
    counts: set.curves.length === 1 && new Set(own.map(({ n }) => n)).size > 1,
    theme,
  };
}

/** Returns whether a model has values, and none of them is within the axes. */
function isOutside({ at, points }: ModelLine, x: Axis, y: Axis): boolean {
  const isWithin = (share: number): boolean => share >= 0 && share <= 1;
  const values = points.filter((point) => !Number.isNaN(point[1]));
  return (
    at === null &&
    values.length > 0 &&
    !values.some((point) => isWithin(x.at(point[0])) && isWithin(y.at(point[1])))
  );
}

/** Returns the styles of the curves. A single curve has the color of its class; several differ in color, dash and marker. */
export function stylesOf(curves: readonly Curve[], { of }: Measure): LineStyle[] {
  if (curves.length <= 1)
    return [{ color: of ?? 'flow-1', dash: [], marker: of === 'udp' ? 'diamond' : 'circle' }];
  return curves.map((_curve, i) => ({
    color: COLORS[i % COLORS.length] as Color,
    dash: DASHES[i % DASHES.length] as readonly number[],
    marker: MARKERS[i % MARKERS.length] as LineStyle['marker'],
  }));
}

/** Writes a title with its unit: `Loss, %`. */
export function titled(label: string, unit: string): string {
  const bare = bareLabel(label);
  return unit === '' ? bare : `${bare}, ${unit}`;
}

const COLORS: readonly Color[] = ['flow-1', 'flow-6', 'flow-3', 'flow-2', 'flow-4', 'flow-5'];
const DASHES: readonly (readonly number[])[] = [
  [],
  [8, 3],
  [3, 3],
  [10, 3, 2, 3],
  [18, 4],
  [8, 2, 2, 2, 2, 2],
  [2, 2],
];
const MARKERS: readonly LineStyle['marker'][] = [
  'circle',
  'square',
  'triangle',
  'diamond',
  'cross',
  'star',
  'circle',
];
