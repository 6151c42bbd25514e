/**
 * Paints the stack of charts, outside React.
 *
 * Components hand over their canvases and the elements that hold figures; the stage listens to frames
 * and to the shared view and paints all of them together: once per frame, and once per display frame
 * while only the cursor, the size or the theme changes. Charts that nobody can see are not painted. While the run
 * moves, charts take turns where painting them all takes long, and figures in the legends change ten times a second.
 */
import type { Interval } from '../engine/interval';
import type { Frame } from '../engine/protocol';
import { readablePace } from '../samples/readable';
import { writeText } from '../ui/text';
import { timeFromX, type Box } from './axis';
import { axisOf, needsOf, type Chart, type Trace } from './chart';
import type { StateKey } from './chart';
import { carries } from '../samples/columns';
import { nextRange, PATIENCE_MS, type AxisRange } from './domain';
import { boxOf, density } from './elements';
import { geometryOf, plotSpan } from './geometry';
import { paintChart } from './paint';
import { axisUnit, extentOf, placed, reachAlso, type BehindPicture, type Picture } from './picture';
import { readout, spoken } from './readout';
import { Screen } from './screen';
import type { BehindSource, Panel, Sources } from './sources';
import { Sight } from './sight';
import { met } from './states';
import { paintStrip, placeFlags, placeGo, type Strip } from './strip';
import { onThemeChange, readTheme, type Theme } from './theme';
import { Turns, type Due } from './turns';

interface Shown extends Panel {
  screen: Screen;
  /** Its legend shows what another chart said. */
  stale: boolean;
  /** What is painted. */
  chart: Chart | null;
  /** What is to be painted as soon as a frame has its series. */
  next: Chart | null;
  range: AxisRange | null;
  /** What its lane of states has shown in this run. */
  met: readonly StateKey[];
  box: { width: number; height: number };
}

/** ms without a frame after which charts that wait for their turn are painted: the run stands, or the machine is busy. */
const REST_MS = 50;

export class Stage {
  private readonly panels = new Map<string, Shown>();
  private strip: (Strip & { screen: Screen; box: { width: number; height: number } }) | null = null;
  private warmup_s = 0;
  private edits_s: readonly number[] = [];
  private theme: Theme | null = null;
  private run = -1;
  private hoverX: number | null = null;
  /** The chart that the pointer or the keyboard is at. */
  private attended: string | null = null;
  private pending = 0;
  private painting = false;
  private settling: ReturnType<typeof setTimeout> | null = null;
  private behind: BehindSource | null = null;
  private readonly sizes: ResizeObserver | null;
  private readonly sight = new Sight(() => this.paintSoon());
  private readonly readable = readablePace();
  private readonly turns = new Turns<Shown>();
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly sources: Sources) {
    this.sizes = typeof ResizeObserver === 'function' ? new ResizeObserver(() => this.measure()) : null;
  }

  /** Begins to listen. Returns how to stop. */
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

  /** The warm-up, which is shaded, ends at this moment. */
  warmUp(warmup_s: number): void {
    this.warmup_s = warmup_s;
    this.paintSoon();
  }

  /** The document has edits at these moments, in order; those that have happened are shown. */
  edits(edits_s: readonly number[]): void {
    this.edits_s = edits_s;
    this.paintSoon();
  }

  /** A run stays behind this one; null: none does any more. */
  keepBehind(behind: BehindSource | null): void {
    this.behind = behind;
    this.paintSoon();
  }

  /** The run behind has another frame. */
  touch(): void {
    this.paintSoon();
  }

  /** Adds a chart, which appears once it is described. Returns how to take it away. */
  addPanel(id: string, panel: Panel): () => void {
    this.panels.set(id, {
      ...panel,
      screen: new Screen(panel.canvas),
      stale: true,
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

  /** The chart's description changed. What is painted stays until a frame has the series of the new one. */
  describe(id: string, chart: Chart): void {
    const panel = this.panels.get(id);
    if (!panel) return;
    panel.next = chart;
    this.paintSoon();
  }

  addStrip(strip: Strip): () => void {
    this.strip = { ...strip, screen: new Screen(strip.canvas), box: boxOf(strip.canvas) };
    this.sizes?.observe(strip.canvas);
    this.sight.watch(strip.canvas);
    this.measure();
    return () => {
      this.sizes?.unobserve(strip.canvas);
      this.sight.forget(strip.canvas);
      this.strip = null;
    };
  }

  /** The pointer stands at `x` within chart `id`, or has left (null). The cursor stays under it as time moves on. */
  hover(x: number | null, id: string): void {
    this.hoverX = x;
    this.attend(x === null ? null : id);
    this.sources.setCursor(x === null ? null : this.timeAt(x));
  }

  /** The cursor stands at a moment in chart `id`, wherever the pointer is. */
  cursor(t_s: number | null, id: string): void {
    this.hoverX = null;
    this.attend(t_s === null ? null : id);
    this.sources.setCursor(t_s);
  }

  /** Chart `id` says what it can about the cursor, or the pin; the others are silent. */
  attend(id: string | null): void {
    this.attended = id;
    this.paintSoon();
  }

  /** The moment at `x` CSS pixels from a chart's left edge, held within what is shown. */
  timeAt(x: number): number {
    const shown = this.shown();
    return Math.min(Math.max(timeFromX(x, shown, this.span()), shown.t0_s), shown.t1_s);
  }

  /** The moment meant by a click at `x` in chart `id`: that of a tick, where there is one. */
  momentAt(x: number, id: string): number {
    const t_s = this.timeAt(x);
    return this.sources.notes()?.snapped(this.picture(id), t_s) ?? t_s;
  }

  /** The present time of the run as the latest frame has it, seconds. */
  now(): number {
    return this.sources.frames.latest?.t_s ?? 0;
  }

  /** Seconds per CSS pixel. */
  pixel(): number {
    const { t0_s, t1_s } = this.shown();
    return (t1_s - t0_s) / this.span().width;
  }

  /** What chart `id` shows now, for exports, tables and speech; null before it has a size. */
  picture(id: string): Picture | null {
    const panel = this.panels.get(id);
    const chart = panel && this.chartOf(panel);
    return chart ? this.pictureOf(panel, chart) : null;
  }

  /** What chart `id` shows once a frame has come that carries it; null when the chart is gone before. */
  pictureToCome(id: string): Promise<Picture | null> {
    return new Promise((resolve) => {
      const look = (): void => {
        const picture = this.picture(id);
        if (picture === null && this.panels.has(id)) return;
        stop();
        resolve(picture);
      };
      const stop = this.sources.frames.subscribe(look);
      look();
    });
  }

  /** The chart's figures at the cursor as a sentence. */
  sentence(id: string): string {
    const picture = this.picture(id);
    if (!picture) return '';
    const values = spoken(picture.chart, picture.unit, (trace) => this.read(picture, trace));
    const at_s = picture.cursor_s ?? this.now();
    const causes = this.sources.notes()?.spokenTip(picture, at_s) ?? '';
    return causes === '' ? values : `${values} ${causes}`;
  }

  /**
   * Paints what is in sight now, as far as it is due, and writes the legends unless they were written a moment ago
   * (`write` false).
   */
  paint(due: Due = 'all', write = true): void {
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    this.painting = true;
    if (this.hoverX !== null) this.sources.setCursor(this.timeAt(this.hoverX));
    this.painting = false;
    const pictures: { panel: Shown; picture: Picture }[] = [];
    const waiting = this.turns.take(this.inSight(), due, (panel) => {
      const chart = this.chartOf(panel);
      if (!chart) return;
      const picture = this.pictureOf(panel, chart);
      paintPanel(panel, picture);
      pictures.push({ panel, picture });
    });
    this.paintAxis();
    // Text on the page is written after all painting: a canvas asked to draw text while the page's
    // styles are out of date makes the browser work them out first, chart by chart.
    for (const { panel, picture } of pictures) if (write || panel.stale) this.writePanel(panel, picture);
    // Figures change all at once, those of the charts that wait too: each time the page is laid out anew.
    if (write) for (const panel of waiting) this.writeUnpainted(panel);
    this.settleSoon();
    clearTimeout(this.resting);
    if (waiting.size > 0) this.resting = setTimeout(() => this.paint('waiting'), REST_MS);
  }

  private inSight(): Shown[] {
    return [...this.panels.values()].filter(
      ({ canvas, box }) => this.sight.sees(canvas) && box.width > 0 && box.height > 0,
    );
  }

  /** Paints again when an axis that is too wide may shrink: a run that was paused sends no more frames. */
  private settleSoon(): void {
    const loose = [...this.panels.values()].some(({ range }) => (range?.loose_since_ms ?? null) !== null);
    if (!loose) return;
    this.settling ??= setTimeout(() => {
      this.settling = null;
      // While the run moves the next frame does it.
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
    if (chart) this.writePanel(panel, this.pictureOf(panel, chart));
  }

  private writeTip({ tip, box }: Shown, picture: Picture): void {
    const { chart, cursor_s, pinned_s } = picture;
    const at_s = this.attended === chart.id ? (cursor_s ?? pinned_s) : null;
    this.sources.notes()?.writeTip(tip, picture, at_s, box.width);
  }

  private read(picture: Picture, trace: Trace): string {
    const { chart, unit, frame, cursor_s, pinned_s } = picture;
    return readout(trace, chart, unit, frame, cursor_s ?? pinned_s);
  }

  /** What is to be painted. With other series on its y axis than before, the range starts anew. */
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
    const behind = this.behindOf(chart);
    const extent = extentOf(chart, frame, hidden, this.warmup_s);
    if (behind) reachAlso(extent, extentOf(behind.chart, behind.frame, hidden, this.warmup_s));
    panel.range = nextRange(panel.range, chart.rule, extent, performance.now());
    if (chart.states && frame) panel.met = met(panel.met, chart.states, frame);
    const picture = {
      chart,
      behind,
      remark: this.behind?.remark ?? '',
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

  /** The chart behind one that counts in the same unit. */
  private behindOf({ id, quantity }: Chart): BehindPicture | null {
    const { behind } = this;
    const chart = behind?.charts.get(id);
    if (!behind || chart?.quantity !== quantity) return null;
    return { chart, frame: behind.frame(), paint: behind.paint };
  }

  /** What is drawn of the latest frame. */
  private latest(): Frame | null {
    const { latest } = this.sources.frames;
    return latest && this.behind ? this.behind.shown(latest) : latest;
  }

  private paintAxis(): void {
    const { strip } = this;
    if (!strip || !this.sight.sees(strip.canvas)) return;
    const theme = this.colors();
    const shown = this.shown();
    const { cursor_s, pinned_s } = this.sources.view.getState();
    const plot = { ...this.span(), y: 0, height: strip.box.height };
    strip.screen.paint(strip.box, density(), theme, (pen) =>
      paintStrip(pen, { plot, shown, cursor_s, pinned_s, theme }),
    );
    placeFlags(strip.flags, this.happened_s(), shown, plot);
    placeGo(strip.go, pinned_s, shown, plot);
  }

  /** Going back in time, a run keeps the edits that are still to come. */
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
    // A stack that scrolls is narrower by its scroll bar than the axis below it.
    const [first] = this.panels.values();
    return first && first.box.width > 0 ? first.box.width : (this.strip?.box.width ?? 0);
  }

  private colors(): Theme {
    this.theme ??= readTheme();
    return this.theme;
  }

  private measure(): void {
    for (const panel of this.panels.values()) panel.box = boxOf(panel.canvas);
    if (this.strip) this.strip.box = boxOf(this.strip.canvas);
    if (this.width() > 0) this.sources.setColumns(this.span().width);
    this.paintSoon();
  }
}

function paintPanel({ screen, box }: Shown, picture: Picture): void {
  screen.paint(box, density(), picture.theme, (pen) => paintChart(pen, picture));
}
