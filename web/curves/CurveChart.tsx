/** The curve as it grows: a dot for each run, and a line through the means. A dot opens its run. */
import { useEffect, useMemo, useState, type MouseEvent } from 'react';
import { yMapping, yTicks } from '../charts/axis';
import { figure, unitFor } from '../charts/format';
import type { CaseLine } from '../types/engine';
import type { Field } from './fields';
import type { Measure } from './measures';
import { means, pointsOf, xScale, yRange } from './points';

interface Props {
  lines: readonly CaseLine[];
  field: Field;
  measure: Measure;
  log: boolean;
  onOpen(line: CaseLine): void;
}

const HEIGHT = 300;
const EDGE = { left: 52, right: 12, top: 12, bottom: 40 };
/** How far from a dot a click still means it, pixels. */
const REACH = 16;

export function CurveChart({ lines, field, measure, log, onOpen }: Props) {
  const [frame, width] = useWidth();
  const points = useMemo(() => pointsOf(lines, field.path, measure), [lines, field.path, measure]);
  const plot = {
    x: EDGE.left,
    y: EDGE.top,
    width: Math.max(80, width - EDGE.left - EDGE.right),
    height: HEIGHT - EDGE.top - EDGE.bottom,
  };
  const range = yRange(points);
  const y = yMapping(range, plot);
  const unit = unitFor(measure.quantity, range.hi);
  const x = xScale(points.length > 0 ? points.map((point) => point.x) : [1, 2], plot.width, log, field.unit);
  const place = (point: { x: number; y: number }): [number, number] => [plot.x + x.at(point.x), y(point.y)];
  const curve = means(points);
  const bottom = plot.y + plot.height;

  const open = ({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>): void => {
    const box = currentTarget.getBoundingClientRect();
    const away = (point: { x: number; y: number }): number => {
      const [left, top] = place(point);
      return Math.hypot(left - (clientX - box.left), top - (clientY - box.top));
    };
    const nearest = points.toSorted((a, b) => away(a) - away(b))[0];
    if (nearest && away(nearest) <= REACH) onOpen(nearest.line);
  };

  const xTitle = titled(field.label, x.unit.name);
  const yTitle = titled(measure.label, unit.name);
  return (
    <figure className="sweep-figure" ref={frame}>
      <figcaption>
        {yTitle} <span className="note">{measure.owner}, each dot a run, the line their means</span>
      </figcaption>
      <svg
        className={`sweep-chart ${measure.of ?? 'all'}`}
        role="img"
        aria-label={describe(curve, xTitle, yTitle)}
        width={width}
        height={HEIGHT}
        onClick={open}
      >
        {points.length > 0 && (
          <>
            {yTicks(range, plot, unit).map(({ value, at, label }) => (
              <g key={value}>
                <line className="sweep-grid" x1={plot.x} x2={plot.x + plot.width} y1={at} y2={at} />
                <text x={plot.x - 6} y={at + 4} textAnchor="end">
                  {label}
                </text>
              </g>
            ))}
            {x.ticks.map(({ value, label }) => (
              <g key={value} transform={`translate(${plot.x + x.at(value)} ${bottom})`}>
                <line className="sweep-axis" y2={4} />
                <text y={17} textAnchor="middle">
                  {label}
                </text>
              </g>
            ))}
          </>
        )}
        <line className="sweep-axis" x1={plot.x} x2={plot.x + plot.width} y1={bottom} y2={bottom} />
        <text className="sweep-title" x={plot.x + plot.width} y={HEIGHT - 6} textAnchor="end">
          {xTitle}
        </text>
        <path className="sweep-dots" d={points.map((point) => `M${place(point).join(' ')}h0`).join('')} />
        <path
          className="sweep-line"
          d={curve.map((m, i) => `${i ? 'L' : 'M'}${place(m).join(' ')}`).join('')}
        />
      </svg>
    </figure>
  );
}

function titled(label: string, unit: string): string {
  const bare = label.replace(/, .*/, '');
  return unit === '' ? bare : `${bare}, ${unit}`;
}

/** For those who cannot see it; the table below has the figures. */
function describe(curve: readonly { x: number; y: number }[], xTitle: string, yTitle: string): string {
  if (curve.length === 0) return `${yTitle} against ${xTitle}: no runs yet.`;
  return `${yTitle} against ${xTitle}: ${figure(curve.length)} values. The figures are in the table.`;
}

/** The width of an element, which follows it. */
function useWidth(): [(element: HTMLElement | null) => void, number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(320);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
}
