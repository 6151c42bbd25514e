/**
 * Chart of a figure: curves with their confidence intervals, models dashed, and points of runs in this browser. The
 * pointer or the arrow keys select an x, and the legend then shows the value of each curve. A table has all values.
 */
import { useId, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { svgOnPage, type Drawing } from '../plot/drawing';
import { LineKey } from '../plot/LineKey';
import { useTheme } from '../plot/useTheme';
import { unbroken } from '../presets/unbroken';
import { useNarrow } from '../ui/useNarrow';
import { useWidth } from '../ui/useWidth';
import type { Chart } from '../types/papers';
import { nearest, xValuesOf, type Curve } from './curves';
import { FigureTable } from './FigureTable';
import { paintPlot } from './paint';
import { plotOf, type Plot } from './plot';
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
  const theme = useTheme();
  const stops = useMemo(() => stopsOf(curves), [curves]);
  const shown = at === null ? null : nearestOf(stops, at);
  const drawing = useMemo(() => {
    const paint: Drawing['paint'] = (renderer) => paintPlot(renderer, plot, theme, shown);
    return svgOnPage({ width, height, title: chart.title, paint }, theme, heading);
  }, [plot, theme, shown, width, height, chart.title, heading]);
  return (
    <figure className="figure" ref={frame} aria-labelledby={heading}>
      <div className="figure-head">
        <figcaption id={heading}>{unbroken(chart.title)}</figcaption>
        <output>{shown === null ? '' : STRINGS.cursor(xText(shown, chart.x))}</output>
      </div>
      <Legend chart={chart} curves={curves} at={shown} />
      <div className="figure-plot">
        <div
          className="figure-drawing"
          aria-hidden="true"
          data-live={curves.some(({ live }) => live.length > 0)}
          // The SVG renderer escapes every text.
          dangerouslySetInnerHTML={{ __html: drawing }}
        />
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
          <LineKey {...curve.style} width={2} />
          <span>{curve.series.label}</span>
          <output>{at === null ? '' : readingOf(chart, curve, at)}</output>
        </li>
      ))}
    </ul>
  );
}

function readingOf(chart: Chart, { points, live, series }: Curve, at: number): string {
  const stored = series.model === null ? points.find(({ x }) => x === at) : nearest(points, at);
  const own = live.find(({ x }) => x === at);
  const texts = [stored ? pointText(stored, chart.y) : '', own ? STRINGS.live(pointText(own, chart.y)) : ''];
  return texts.filter(Boolean).join(' · ');
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
