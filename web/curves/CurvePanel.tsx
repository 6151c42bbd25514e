/**
 * One measure's curves on the screen. A click on a run's dot, or Enter at the point that the arrow keys lead to,
 * opens that run in the Lab with its seed.
 */
import { useId, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { SvgPen } from '../charts/svg';
import type { CaseLine } from '../types/engine';
import { useWidth } from '../ui/useWidth';
import type { Field } from './fields';
import { paintPanel, placeOf, plotOf, type Panel } from './paint';
import { panelOf, type PanelParts } from './panel';
import { curveText, intervalText, placeText } from './studyText';

interface Props {
  /** The same object as long as nothing of it is other. */
  parts: PanelParts;
  height: number;
  fields: readonly Field[];
  onOpen(line: CaseLine): void;
}

type Marked = NonNullable<Panel['marked']>;

/** How far from a dot a click still means it, pixels. */
const REACH = 18;

export function CurvePanel({ parts, height, fields, onOpen }: Props) {
  const id = useId();
  const [frame, width] = useWidth();
  const [marked, setMarked] = useState<Marked | null>(null);
  const plot = useMemo(() => plotOf(width, height), [width, height]);
  const { set, measure, theme } = parts;
  const panel = useMemo(() => panelOf(parts, plot), [parts, plot]);
  const drawing = useMemo(() => {
    if (width === 0) return '';
    const pen = new SvgPen(id.replace(/\W/g, ''));
    paintPanel(pen, { ...panel, marked }, plot);
    return pen.finish({ width, height }, theme.font, panel.title, '');
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
  const told = marked ? textOf(marked, parts, fields) : '';
  return (
    <figure className="curve" ref={frame}>
      <figcaption>
        <span className="curve-title">{panel.title}</span> <span className="note">{measure.owner}</span>
      </figcaption>
      <div
        className="curve-plot"
        role="application"
        aria-roledescription="chart"
        aria-label={`${panel.title} against ${panel.xTitle}. Arrow keys go from point to point and, up and down, from run to run; Enter opens the run.`}
        aria-describedby={`${id}-told`}
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
        // Drawn by our own pen, which escapes every text.
        dangerouslySetInnerHTML={{ __html: drawing }}
      />
      <p className="curve-told" id={`${id}-told`} aria-live="polite">
        {told}
      </p>
    </figure>
  );
}

function nearestTo(panel: Panel, plot: ReturnType<typeof plotOf>, left: number, top: number) {
  let best: { at: Marked; away: number } | null = null;
  panel.curves.forEach(({ points }, curve) =>
    points.forEach(({ x, runs }, point) =>
      runs.forEach(({ y }, run) => {
        const [px, py] = placeOf(panel, plot, { x, y });
        const away = Math.hypot(px - left, py - top);
        if (away < (best?.away ?? Infinity)) best = { at: { curve, point, run }, away };
      }),
    ),
  );
  return best as { at: Marked; away: number } | null;
}

/** Where a key leads from a point; null where it leads nowhere. */
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
  const which = curveText(of, fields);
  const warned = 'summary' in line && line.summary.warnings.length > 0 ? ', with warnings' : '';
  const value = at.runs[run ?? 0]!.y;
  const single = intervalText({ mean: value, half: null, n: 1 }, measure).replace(/ \(n 1\)$/, '');
  return `${which === '' ? '' : `${which}; `}${placeText(set, at.x, field.unit)}: ${intervalText(at, measure)}; seed ${line.seed}: ${single}${warned}. Click or Enter opens it.`;
}
