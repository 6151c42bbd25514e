/**
 * Chart of one measure. A click on the dot of a run, or Enter at the point selected with the arrow keys, opens the run in
 * the Lab with its seed.
 */
import { useId, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { svgOnPage, type Drawing } from '../plot/drawing';
import type { CaseLine } from '../types/engine';
import { useWidth } from '../ui/useWidth';
import type { Field } from './fields';
import { paintPanel, placeOf, plotOf, type Panel } from './paint';
import { panelOf, type PanelParts } from './panel';
import { quantityText } from '../plot/format';
import { CHART } from './strings';
import { curveText, intervalText, placeText } from './studyText';

interface Props {
  /** Contents of the chart; the same object while nothing changes. */
  parts: PanelParts;
  height: number;
  fields: readonly Field[];
  onOpen(line: CaseLine): void;
}

type Marked = NonNullable<Panel['marked']>;

/** Distance from a dot within which a click selects it, in pixels. */
const REACH = 18;

/** Shows the chart, and the values of the selected point below it. */
export function CurvePanel({ parts, height, fields, onOpen }: Props) {
  const id = useId();
  const [frame, width] = useWidth();
  const [marked, setMarked] = useState<Marked | null>(null);
  const plot = useMemo(() => plotOf(width, height), [width, height]);
  const { set, measure, theme } = parts;
  const panel = useMemo(() => panelOf(parts, plot), [parts, plot]);
  const drawing = useMemo(() => {
    const paint: Drawing['paint'] = (renderer) => paintPanel(renderer, { ...panel, marked }, plot);
    return svgOnPage({ width, height, title: panel.title, paint }, theme, id);
  }, [panel, marked, plot, width, height, theme, id]);

  const nearest = ({ currentTarget, clientX, clientY }: MouseEvent): { at: Marked; away: number } | null => {
    const box = currentTarget.getBoundingClientRect();
    return nearestTo(panel, plot, clientX - box.left, clientY - box.top);
  };
  const lineAt = (at: Marked | null): CaseLine | null => {
    const point = at && set.curves[at.curve]?.points[at.point];
    return point?.runs[at?.run ?? 0]?.line ?? null;
  };
  const open = (at: Marked | null): void => {
    const line = lineAt(at);
    if (line) onOpen(line);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') open(marked);
    else {
      const next = moved(panel, marked, event.key);
      if (!next) return;
      setMarked(next);
    }
    event.preventDefault();
  };
  const text = marked ? textOf(marked, parts, fields) : '';
  return (
    <figure className="curve" ref={frame}>
      <figcaption>
        <span className="curve-title">{panel.title}</span> <span className="note">{measure.owner}</span>
        {panel.outside.length > 0 && <span className="note"> {CHART.outside(panel.outside)}</span>}
      </figcaption>
      <div
        className="curve-plot"
        role="application"
        aria-roledescription={CHART.role}
        aria-label={CHART.label(panel.title, panel.xTitle)}
        aria-describedby={`${id}-text`}
        tabIndex={0}
        data-curve={measure.path}
        onKeyDown={onKeyDown}
        onBlur={() => setMarked(null)}
        onMouseMove={(event) => {
          const found = nearest(event);
          setMarked(found && found.away <= 3 * REACH ? found.at : null);
        }}
        onMouseLeave={() => setMarked(null)}
        onClick={(event) => {
          const found = nearest(event);
          if (found && found.away <= REACH) open(found.at);
        }}
        // The SVG renderer escapes every text.
        dangerouslySetInnerHTML={{ __html: drawing }}
      />
      <p className="curve-text" id={`${id}-text`} aria-live="polite">
        {text}
      </p>
    </figure>
  );
}

function nearestTo(panel: Panel, plot: ReturnType<typeof plotOf>, left: number, top: number) {
  let best: { at: Marked; away: number } | null = null;
  panel.curves.forEach(({ points }, curve) =>
    points.forEach(({ x, runs }, point) =>
      runs.forEach(({ y }, run) => {
        const [px, py] = placeOf(panel, plot, x, y);
        const away = Math.hypot(px - left, py - top);
        if (away < (best?.away ?? Infinity)) best = { at: { curve, point, run }, away };
      }),
    ),
  );
  return best as { at: Marked; away: number } | null;
}

/** Returns the point to which a key moves the selection; null for any other key. */
export function moved({ curves }: Pick<Panel, 'curves'>, from: Marked | null, key: string): Marked | null {
  if (!/^(Arrow|Home$|End$)/.test(key) || curves.length === 0) return null;
  if (!from) return { curve: 0, point: 0, run: 0 };
  const points = curves[from.curve]?.points ?? [];
  const at = (point: number): Marked | null => (points[point] ? { ...from, point, run: 0 } : from);
  if (key === 'ArrowRight') return at(from.point + 1);
  if (key === 'ArrowLeft') return at(from.point - 1);
  if (key === 'Home') return at(0);
  if (key === 'End') return at(points.length - 1);
  // Up and down: the runs of the point, then the next curve.
  const step = key === 'ArrowUp' ? 1 : -1;
  const run = (from.run ?? 0) + step;
  if (points[from.point]?.runs[run]) return { ...from, run };
  const curve = (from.curve + step + curves.length) % curves.length;
  const x = points[from.point]?.x;
  const there = curves[curve]?.points ?? [];
  const point = Math.max(
    0,
    there.findIndex((one) => one.x === x),
  );
  return { curve, point, run: step > 0 ? 0 : Math.max(0, (there[point]?.runs.length ?? 1) - 1) };
}

function textOf(
  { curve, point, run }: Marked,
  { set, measure, field }: PanelParts,
  fields: readonly Field[],
): string {
  const of = set.curves[curve];
  const at = of?.points[point];
  const line = at?.runs[run ?? 0]?.line;
  if (!of || !at || !line) return '';
  const hasWarnings = 'summary' in line && line.summary.warnings.length > 0;
  const value = at.runs[run ?? 0]!.y;
  const single = quantityText(value, measure.quantity, 3);
  return CHART.point(
    curveText(of, fields),
    placeText(set, at.x, field.unit),
    intervalText(at, measure),
    line.seed,
    single,
    hasWarnings,
  );
}
