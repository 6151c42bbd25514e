/**
 * Chart of a figure: curves with their confidence intervals, models dashed, and points of runs in this browser. The
 * pointer or the arrow keys select an x, and the legend then shows the value of each curve. A table has all values.
 */
import { symbol } from 'd3-shape';
import { useId, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { SYMBOLS } from '../plot/shapes';
import { unbroken } from '../presets/unbroken';
import { useNarrow } from '../ui/useNarrow';
import { useWidth } from '../ui/useWidth';
import type { Chart } from './paperFigure';
import { nearest, xValuesOf, type Curve } from './curves';
import { FigureTable } from './FigureTable';
import { bandThrough, pathThrough, plotOf, type PlacedCurve, type Plot } from './plot';
import { axisText, pointText, xText } from './format';
import { CHART as STRINGS } from './strings';

interface Props {
  chart: Chart;
  curves: readonly Curve[];
  /** Selected x; null if none is selected. */
  at: number | null;
  onAt(x: number): void;
}

/** Title, legend, drawing and table of a chart. */
export function FigureChart({ chart, curves, at, onAt }: Props) {
  const [frame, width] = useWidth(320);
  const height = useNarrow() ? 260 : 320;
  const heading = useId();
  const plot = useMemo(() => plotOf(chart, curves, width, height), [chart, curves, width, height]);
  const stops = useMemo(() => stopsOf(curves), [curves]);
  const shown = at === null ? null : nearestOf(stops, at);
  return (
    <figure className="figure" ref={frame} aria-labelledby={heading}>
      <div className="figure-head">
        <figcaption id={heading}>{unbroken(chart.title)}</figcaption>
        <output>{shown === null ? '' : STRINGS.cursor(xText(shown, chart.x))}</output>
      </div>
      <Legend chart={chart} curves={curves} at={shown} />
      <div className="figure-plot">
        <Drawing chart={chart} plot={plot} at={shown} />
        {stops.length > 0 && (
          <Reader chart={chart} curves={curves} plot={plot} stops={stops} at={shown} onAt={onAt} />
        )}
      </div>
      <FigureTable chart={chart} curves={curves} />
    </figure>
  );
}

/** Returns every x that can be selected: those of simulations, or of models if there are no simulations. */
function stopsOf(curves: readonly Curve[]): number[] {
  const simulated = curves.filter(
    ({ series, points, live }) => series.study !== null && points.length + live.length > 0,
  );
  return xValuesOf(simulated.length > 0 ? simulated : curves);
}

function nearestOf(stops: readonly number[], x: number): number | null {
  return (
    nearest(
      stops.map((stop) => ({ x: stop })),
      x,
    )?.x ?? null
  );
}

/** Label and value of each curve. */
function Legend({ chart, curves, at }: { chart: Chart; curves: readonly Curve[]; at: number | null }) {
  return (
    <ul className="figure-legend">
      {curves.map((curve) => (
        <li key={curve.series.id}>
          <Key curve={curve} />
          <span>{curve.series.label}</span>
          <output>{at === null ? '' : readingOf(chart, curve, at)}</output>
        </li>
      ))}
    </ul>
  );
}

function Key({ curve: { style } }: { curve: Curve }) {
  return (
    <svg className={`figure-key color-${style.color}`} width="28" height="12" aria-hidden="true">
      <path className="figure-line" d="M1 6H27" strokeDasharray={style.dash.join(' ') || undefined} />
      {style.marker && (
        <path className="figure-marks" d={outlineOf(style.marker)} transform="translate(14 6)" />
      )}
    </svg>
  );
}

function readingOf(chart: Chart, { points, live, series }: Curve, at: number): string {
  const stored = series.model === null ? points.find(({ x }) => x === at) : nearest(points, at);
  const own = live.find(({ x }) => x === at);
  const texts = [stored ? pointText(stored, chart.y) : '', own ? STRINGS.live(pointText(own, chart.y)) : ''];
  return texts.filter(Boolean).join(' · ');
}

function Drawing({ chart, plot, at }: { chart: Chart; plot: Plot; at: number | null }) {
  const { width, height, box, xTicks, yTicks } = plot;
  const bottom = box.y + box.height;
  return (
    <svg className="figure-drawing" width={width} height={height} aria-hidden="true">
      {yTicks.map(({ at: y, label }) => (
        <g key={label}>
          <line className="figure-grid" x1={box.x} x2={box.x + box.width} y1={y} y2={y} />
          <text x={box.x - 8} y={y + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      <text className="figure-title" x={4} y={14}>
        {axisText(chart.y)}
      </text>
      <line className="figure-axis" x1={box.x} x2={box.x + box.width} y1={bottom} y2={bottom} />
      {xTicks.map(({ at: x, label }) => (
        <g key={label} transform={`translate(${x} ${bottom})`}>
          <line className="figure-axis" y2={4} />
          <text y={18} textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
      <text className="figure-title" x={box.x + box.width} y={height - 6} textAnchor="end">
        {axisText(chart.x)}
      </text>
      {at !== null && (
        <line className="figure-cursor" x1={plot.x(at)} x2={plot.x(at)} y1={box.y} y2={bottom} />
      )}
      {plot.curves.map((placed) => (
        <CurveMarks key={placed.curve.series.id} placed={placed} />
      ))}
    </svg>
  );
}

function CurveMarks({ placed: { curve, means, bars, live } }: { placed: PlacedCurve }) {
  const { style } = curve;
  const outline = style.marker ? outlineOf(style.marker) : '';
  return (
    <g className={`color-${style.color}`}>
      <path className="figure-band" d={bandThrough(bars)} />
      <path
        className="figure-line"
        d={pathThrough(means)}
        strokeDasharray={style.dash.join(' ') || undefined}
      />
      <path className="figure-bars" d={bars.map(([x, low, high]) => `M${x} ${low}V${high}`).join('')} />
      {style.marker &&
        means.map(([x, y]) => (
          <path key={x} className="figure-marks" d={outline} transform={`translate(${x} ${y})`} />
        ))}
      <path className="figure-live-line" d={pathThrough(live)} />
      {live.map(([x, y]) => (
        <circle key={x} className="figure-live" cx={x} cy={y} r={5} />
      ))}
    </g>
  );
}

function outlineOf(marker: keyof typeof SYMBOLS): string {
  return symbol(SYMBOLS[marker], 36)() ?? '';
}

interface ReaderProps extends Props {
  plot: Plot;
  stops: readonly number[];
}

/** Slider over the drawing that selects an x by pointer or keys. */
function Reader({ chart, curves, plot, stops, at, onAt }: ReaderProps) {
  const slider = useRef<HTMLDivElement>(null);
  const index = at === null ? -1 : stops.indexOf(at);
  const point = ({ clientX }: PointerEvent): void => {
    const left = slider.current!.getBoundingClientRect().left;
    const x = clientX - left + plot.box.x;
    const best = stops.toSorted((a, b) => Math.abs(plot.x(a) - x) - Math.abs(plot.x(b) - x))[0];
    if (best !== undefined) onAt(best);
  };
  const step = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      ArrowLeft: index < 0 ? stops.length - 1 : index - 1,
      ArrowDown: index < 0 ? stops.length - 1 : index - 1,
      PageUp: index + 10,
      PageDown: index - 10,
      Home: 0,
      End: stops.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onAt(stops[Math.min(stops.length - 1, Math.max(0, next))]!);
  };
  return (
    <div
      ref={slider}
      className="figure-reader"
      data-testid="figure-reader"
      role="slider"
      tabIndex={0}
      aria-label={STRINGS.slider(axisText(chart.x))}
      aria-valuemin={1}
      aria-valuemax={stops.length}
      aria-valuenow={Math.max(1, index + 1)}
      aria-valuetext={at === null ? STRINGS.notRead(stops.length) : valueText(chart, curves, at)}
      onKeyDown={step}
      onPointerMove={point}
      onPointerDown={point}
    />
  );
}

/** Describes the values at x for screen readers: `11 kB: UDP loss 0.0221 ± 0.0001 (n 4); chain 0.0182`. */
function valueText(chart: Chart, curves: readonly Curve[], at: number): string {
  const readings = curves.flatMap((curve) => {
    const reading = readingOf(chart, curve, at);
    return reading === '' ? [] : [`${curve.series.label} ${reading}`];
  });
  return STRINGS.reading(xText(at, chart.x), readings);
}
