/**
 * Painting of the stack of charts, outside React.
 *
 * Components register their canvases and the elements of values. The stage subscribes to frames and to the shared time
 * axis and paints all charts together: once per frame, and once per display frame while only the cursor, the size or the
 * theme changes. Invisible charts are not painted. During a run, charts take turns if painting all of them takes long, and
 * values in legends change ten times per second.
 */
import type { Box } from '../plot/renderer';
import type { Interval } from '../engine/interval';
import type { Frame } from '../engine/protocol';
import { readablePace } from '../samples/readable';
import { writeText } from '../ui/text';
import { timeFromX } from './axis';
import { CanvasRenderer, sharpContext } from '../plot/canvas';
import { axisOf, needsOf, type Chart, type Trace } from './chart';
import type { StateKey } from './chart';
import { carries } from '../samples/columns';
import { nextRange, PATIENCE_MS, type AxisRange } from './domain';
import { boxOf, density } from './elements';
import { geometryOf, plotSpan } from './geometry';
import { paintChart } from './paint';
import { axisUnit, extentOf, placed, reachAlso, type BaselinePicture, type Picture } from './picture';
import { readout, spoken } from './readout';
import type { BaselineSource, Panel, Sources } from './sources';
import { Sight } from './sight';
import { met } from './states';
import { paintTimeAxis, placeFlags, placeGo, type TimeAxisElements } from './timeAxis';
import { onThemeChange, readTheme, type Theme } from '../plot/theme';
import { Turns, type Due } from './turns';

interface Shown extends Panel {
  /** Whether the values in the legend belong to an earlier description. */
  stale: boolean;
  /** Description that is painted. */
  chart: Chart | null;
  /** Description that is painted as soon as a frame has its series. */
  next: Chart | null;
  range: AxisRange | null;
  /** Name of the unit of the painted axis; null before the first picture. */
  unitName: string | null;
  /** Entries in the legend of the lane of states, since the run started. */
  met: readonly StateKey[];
  box: { width: number; height: number };
}

/** Time without a frame after which waiting charts are painted, in ms: the run is paused, or the machine is busy. */
const REST_MS = 50;

/** Paints or writes a chart or the time axis. If that fails, its component is told, and the others go on. */
function attempt({ onFail }: Pick<Panel, 'onFail'>, act: () => void): void {
  try {
    act();
  } catch (error) {
    onFail(error);
  }
}

/** Painter of a stack of charts and its time axis. */
export class Stage {
  private readonly panels = new Map<string, Shown>();
  private axis: (TimeAxisElements & { box: { width: number; height: number } }) | null = null;
  private warmup_s = 0;
  private edits_s: readonly number[] = [];
  private isStepping = false;
  private theme: Theme | null = null;
  private run = -1;
  private hoverX: number | null = null;
  /** Id of the chart with the pointer or the keyboard cursor. */
  private attended: string | null = null;
  private pending = 0;
  private painting = false;
  private settling: ReturnType<typeof setTimeout> | null = null;
  private baseline: BaselineSource | null = null;
  private readonly sizes: ResizeObserver | null;
  private readonly sight = new Sight(() => this.paintSoon());
  private readonly readable = readablePace();
  private readonly turns = new Turns<Shown>();
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly sources: Sources) {
    this.sizes = typeof ResizeObserver === 'function' ? new ResizeObserver(() => this.measure()) : null;
  }

  /** Subscribes to the sources. Returns a function that unsubscribes. */
  start(): () => void {
    const stops = [
      this.sources.frames.subscribe((frame) => this.onFrame(frame)),
      this.sources.view.subscribe(() => this.paintSoon()),
      this.sight.start(),
      onThemeChange(() => {
        this.theme = null;
        this.paintSoon();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.sizes?.disconnect();
      cancelAnimationFrame(this.pending);
      this.pending = 0;
      if (this.settling !== null) clearTimeout(this.settling);
      clearTimeout(this.resting);
    };
  }

  /** Sets the end of the warm-up, which is shaded, in seconds. */
  warmUp(warmup_s: number): void {
    this.warmup_s = warmup_s;
    this.paintSoon();
  }

  /** Sets the times of the document's edits, in order. Only past edits are shown. */
  edits(edits_s: readonly number[]): void {
    this.edits_s = edits_s;
    this.paintSoon();
  }

  /** Sets whether the run has stopped after a step: without a cursor, legends then show the present values. */
  stepping(isStepping: boolean): void {
    this.isStepping = isStepping;
    this.paintSoon();
  }

  /** Sets the baseline; null removes it. */
  setBaseline(baseline: BaselineSource | null): void {
    this.baseline = baseline;
    this.paintSoon();
  }

  /** Paints again because the baseline has a new frame. */
  touch(): void {
    this.paintSoon();
  }

  /** Adds a chart, which is painted after its first `describe`. Returns a function that removes it. */
  addPanel(id: string, panel: Panel): () => void {
    this.panels.set(id, {
      ...panel,
      stale: true,
      unitName: null,
      chart: null,
      next: null,
      range: null,
      met: [],
      box: boxOf(panel.canvas),
    });
    this.sizes?.observe(panel.canvas);
    this.sight.watch(panel.canvas);
    this.measure();
    return () => {
      this.sizes?.unobserve(panel.canvas);
      this.sight.forget(panel.canvas);
      this.panels.delete(id);
    };
  }

  /** Sets the description of a chart. The old one is painted until a frame has the series of the new one. */
  describe(id: string, chart: Chart): void {
    const panel = this.panels.get(id);
    if (!panel) return;
    panel.next = chart;
    this.paintSoon();
  }

  /** Sets the elements of the time axis. Returns a function that removes them. */
  addTimeAxis(axis: TimeAxisElements): () => void {
    this.axis = { ...axis, box: boxOf(axis.canvas) };
    this.sizes?.observe(axis.canvas);
    this.sight.watch(axis.canvas);
    this.measure();
    return () => {
      this.sizes?.unobserve(axis.canvas);
      this.sight.forget(axis.canvas);
      this.axis = null;
    };
  }

  /** Sets the pointer's position in chart `id`; null if it has left. The cursor stays below the pointer while time passes. */
  hover(x: number | null, id: string): void {
    this.hoverX = x;
    this.attend(x === null ? null : id);
    this.sources.setCursor(x === null ? null : this.timeAt(x));
  }

  /** Sets the cursor to a time in chart `id`, independent of the pointer. */
  cursor(t_s: number | null, id: string): void {
    this.hoverX = null;
    this.attend(t_s === null ? null : id);
    this.sources.setCursor(t_s);
  }

  /** Selects the chart that shows the note at the cursor or at the pin. */
  attend(id: string | null): void {
    this.attended = id;
    this.paintSoon();
  }

  /** Returns the time at `x` CSS pixels from a chart's left edge, clamped to the visible interval. */
  timeAt(x: number): number {
    const shown = this.shown();
    return Math.min(Math.max(timeFromX(x, shown, this.span()), shown.t0_s), shown.t1_s);
  }

  /** Returns the time of a click at `x` in chart `id`: the time of an event near it, if there is one. */
  momentAt(x: number, id: string): number {
    const t_s = this.timeAt(x);
    return this.sources.notes()?.snapped(this.picture(id), t_s) ?? t_s;
  }

  /** Returns the time of the latest frame, in seconds. */
  now(): number {
    return this.sources.frames.latest?.t_s ?? 0;
  }

  /** Returns the simulated seconds per CSS pixel. */
  pixel(): number {
    const { t0_s, t1_s } = this.shown();
    return (t1_s - t0_s) / this.span().width;
  }

  /** Returns the picture of chart `id` for files, tables and screen readers; null before its description is painted. */
  picture(id: string): Picture | null {
    const panel = this.panels.get(id);
    const chart = panel && this.chartOf(panel);
    return chart ? this.pictureOf(panel, chart) : null;
  }

  /** Resolves to the picture of chart `id` after a frame with its series; to null if the chart was removed before. */
  pictureToCome(id: string): Promise<Picture | null> {
    return new Promise((resolve) => {
      const check = (): void => {
        const picture = this.picture(id);
        if (picture === null && this.panels.has(id)) return;
        stop();
        resolve(picture);
      };
      const stop = this.sources.frames.subscribe(check);
      check();
    });
  }

  /** Returns the values of a chart at the cursor as a sentence. */
  sentence(id: string): string {
    const picture = this.picture(id);
    if (!picture) return '';
    const values = spoken(picture.chart, picture.unit, (trace) => this.read(picture, trace));
    const at_s = picture.cursor_s ?? this.now();
    const causes = this.sources.notes()?.spokenTip(picture, at_s) ?? '';
    return causes === '' ? values : `${values} ${causes}`;
  }

  /**
   * Paints the visible charts that are due, and writes values to the legends if `write` is true.
   */
  paint(due: Due = 'all', write = true): void {
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    this.painting = true;
    if (this.hoverX !== null) this.sources.setCursor(this.timeAt(this.hoverX));
    this.painting = false;
    const pictures: { panel: Shown; picture: Picture }[] = [];
    const waiting = this.turns.take(this.inSight(), due, (panel) =>
      attempt(panel, () => {
        const chart = this.chartOf(panel);
        if (!chart) return;
        const picture = this.pictureOf(panel, chart);
        paintPanel(panel, picture);
        // Title and axis have the same unit at each time.
        if (picture.unit.name !== panel.unitName) panel.stale = true;
        panel.unitName = picture.unit.name;
        pictures.push({ panel, picture });
      }),
    );
    const { axis } = this;
    if (axis) attempt(axis, () => this.drawTimeAxis());
    // Text is written after all painting. Otherwise the browser would update the styles of the page before it draws
    // text on a canvas, for each chart.
    for (const { panel, picture } of pictures)
      if (write || panel.stale) attempt(panel, () => this.writePanel(panel, picture));
    // All values change together, those of waiting charts too, because each change causes a new layout of the page.
    if (write) for (const panel of waiting) attempt(panel, () => this.writeUnpainted(panel));
    this.settleSoon();
    clearTimeout(this.resting);
    if (waiting.size > 0) this.resting = setTimeout(() => this.paint('waiting'), REST_MS);
  }

  private inSight(): Shown[] {
    return [...this.panels.values()].filter(
      ({ canvas, box }) => this.sight.sees(canvas) && box.width > 0 && box.height > 0,
    );
  }

  /** Paints again when an axis that is too wide may shrink, because a paused run sends no frames. */
  private settleSoon(): void {
    const loose = [...this.panels.values()].some(({ range }) => (range?.loose_since_ms ?? null) !== null);
    if (!loose) return;
    this.settling ??= setTimeout(() => {
      this.settling = null;
      // During a run the next frame causes painting.
      if (!this.sources.frames.latest?.playing) this.paint();
    }, PATIENCE_MS);
  }

  private onFrame(frame: Frame): void {
    if (frame.run !== this.run) {
      this.run = frame.run;
      for (const panel of this.panels.values()) {
        panel.range = null;
        panel.met = [];
      }
    }
    const write = this.readable(frame);
    this.paint(frame.playing ? (write ? 'beside figures' : 'in turn') : 'all', write);
  }

  private paintSoon(): void {
    if (this.painting || this.pending !== 0) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.paint();
    });
  }

  private writePanel(panel: Shown, picture: Picture): void {
    panel.stale = false;
    writeText(panel.unit, picture.unit.name === '' ? '' : `, ${picture.unit.name}`);
    for (const trace of picture.chart.traces) {
      const element = panel.readouts.get(trace.id);
      if (element) writeText(element, this.read(picture, trace));
    }
    this.writeTip(panel, picture);
  }

  private writeUnpainted(panel: Shown): void {
    const chart = this.chartOf(panel);
    if (!chart) return;
    const picture = this.pictureOf(panel, chart);
    // A new unit is written when the axis is painted with it.
    if (picture.unit.name === panel.unitName) this.writePanel(panel, picture);
  }

  private writeTip({ tip, box }: Shown, picture: Picture): void {
    const { chart, cursor_s, pinned_s } = picture;
    const at_s = this.attended === chart.id ? (cursor_s ?? pinned_s) : null;
    this.sources.notes()?.writeTip(tip, picture, at_s, box.width);
  }

  private read(picture: Picture, trace: Trace): string {
    const { chart, unit, frame, cursor_s, pinned_s } = picture;
    const at = cursor_s ?? pinned_s ?? (this.isStepping ? 'now' : null);
    return readout(trace, chart, unit, frame, at);
  }

  /** Returns the description to paint. If the series on the y axis change, the range is reset. */
  private chartOf(panel: Shown): Chart | null {
    const { chart, next } = panel;
    const latest = this.latest();
    if (next === null || (latest && !carries(latest, needsOf(next)))) return chart;
    if (chart === null || axisOf(chart) !== axisOf(next)) panel.range = null;
    panel.chart = next;
    panel.stale = true;
    panel.next = null;
    return next;
  }

  private pictureOf(panel: Shown, chart: Chart): Picture {
    const { box } = panel;
    const { hidden, cursor_s, pinned_s } = this.sources.view.getState();
    const frame = this.latest();
    const baseline = this.baselineOf(chart);
    const extent = extentOf(chart, frame, hidden, this.warmup_s);
    if (baseline) reachAlso(extent, extentOf(baseline.chart, baseline.frame, hidden, this.warmup_s));
    panel.range = nextRange(panel.range, chart.rule, extent, performance.now());
    if (chart.states && frame) panel.met = met(panel.met, chart.states, frame);
    const picture = {
      chart,
      baseline,
      remark: this.baseline?.remark ?? '',
      frame,
      shown: this.shown(),
      range: panel.range,
      unit: axisUnit(chart, panel.range),
      hidden,
      met: panel.met,
      warmup_s: this.warmup_s,
      edits_s: this.happened_s(),
      cursor_s,
      pinned_s,
      theme: this.colors(),
    };
    return placed(picture, geometryOf(chart, box.width, box.height));
  }

  /** Returns the baseline's picture for a chart, if both have the same quantity. */
  private baselineOf({ id, quantity }: Chart): BaselinePicture | null {
    const { baseline } = this;
    const chart = baseline?.charts.get(id);
    if (!baseline || chart?.quantity !== quantity) return null;
    return { chart, frame: baseline.frame(), paint: baseline.paint };
  }

  /** Returns the latest frame, or its difference to the baseline. */
  private latest(): Frame | null {
    const { latest } = this.sources.frames;
    return latest && this.baseline ? this.baseline.shown(latest) : latest;
  }

  private drawTimeAxis(): void {
    const { axis } = this;
    if (!axis || !this.sight.sees(axis.canvas)) return;
    const theme = this.colors();
    const shown = this.shown();
    const { cursor_s, pinned_s } = this.sources.view.getState();
    const plot = { ...this.span(), y: 0, height: axis.box.height };
    const renderer = rendererFor(axis.canvas, axis.box, theme);
    if (renderer) paintTimeAxis(renderer, { plot, shown, cursor_s, pinned_s, theme });
    placeFlags(axis.flags, this.happened_s(), shown, plot);
    placeGo(axis.go, pinned_s, shown, plot);
  }

  /** Returns the times of past edits. After going back in time, a run has future edits too. */
  private happened_s(): readonly number[] {
    const { latest } = this.sources.frames;
    return latest ? this.edits_s.filter((at_s) => at_s <= latest.t_s) : [];
  }

  private shown(): Interval {
    const { t0_s, t1_s } = this.sources.view.getState();
    return { t0_s, t1_s };
  }

  private span(): Box {
    return { ...plotSpan(this.width()), y: 0, height: 0 };
  }

  private width(): number {
    // A stack with a scroll bar is narrower than the axis below it.
    const [first] = this.panels.values();
    return first && first.box.width > 0 ? first.box.width : (this.axis?.box.width ?? 0);
  }

  private colors(): Theme {
    this.theme ??= readTheme();
    return this.theme;
  }

  private measure(): void {
    for (const panel of this.panels.values()) panel.box = boxOf(panel.canvas);
    if (this.axis) this.axis.box = boxOf(this.axis.canvas);
    if (this.width() > 0) this.sources.setColumns(this.span().width);
    this.paintSoon();
  }
}

function paintPanel({ canvas, box }: Shown, picture: Picture): void {
  const renderer = rendererFor(canvas, box, picture.theme);
  if (renderer) paintChart(renderer, picture);
}

/** Returns a renderer for the empty canvas of a size in CSS pixels; null if the browser gives no 2D context. */
function rendererFor(canvas: HTMLCanvasElement, box: { width: number; height: number }, theme: Theme) {
  const hasRoom = box.width > 0 && box.height > 0;
  const context = hasRoom && sharpContext(canvas, box.width, box.height, density(canvas));
  return context ? new CanvasRenderer(context, theme.font) : null;
}
