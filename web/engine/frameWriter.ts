/** Frames of a run: what the page wants to see of it, in memory that the page returns. */
import { BufferPool } from './buffers';
import { sparseCounts } from './counts';
import { frameContent, type FrameContent, type FrameLayout } from './frameContent';
import { followed, type Interval } from './interval';
import type { ColumnsRequest, Frame, Layout, Overall, View } from './protocol';
import type { Run } from './run';
import type { Simulation } from './wasm';

/** Writes frames of the present view and layout. */
export class FrameWriter {
  private readonly pool = new BufferPool();
  /** Layout of the recorded series, as reported to the page. */
  private layout: FrameLayout = { series: [], links: [], groups: [] };
  private view: View = FIRST_VIEW;
  /** Content of frames for the present view and layout; null after either has changed. */
  private content: FrameContent | null = null;

  /** Sets the interval and content of frames. */
  setView(view: View): void {
    this.view = view;
    this.content = null;
  }

  /** Sets the layout. Positions in the previous layout become invalid. */
  setLayout(layout: Layout): void {
    this.layout = layout;
    this.content = null;
  }

  /** Takes back the memory of a frame. */
  recycle(memory: ArrayBuffer): void {
    this.pool.give(memory);
  }

  /** Reads recorded series; null if one does not exist. */
  columns(simulation: Simulation, { series, t0_s, t1_s, columns }: ColumnsRequest): Float32Array | null {
    const places = series.map((id) => this.layout.series.findIndex((one) => one.id === id));
    if (places.includes(-1)) return null;
    const seriesAt = Uint32Array.from(places);
    const data = new Float32Array(simulation.dataLength(seriesAt, columns));
    simulation.frame(seriesAt, t0_s, t1_s, columns, (t1_s - t0_s) / columns, data);
    return data;
  }

  /** Returns a frame of the run at its present time. */
  frame(run: Run): Frame {
    const { simulation } = run;
    const { follow_span_s, columns, window_s } = this.view;
    const status = run.status();
    const { t0_s, t1_s } = follow_span_s === null ? this.view : followed(status.t_s, follow_span_s);
    const content = (this.content ??= frameContent(this.layout, this.view));
    const { series, seriesAt, counted, countedAt, histograms, linksAt, groupsAt } = content;
    const data = this.pool.take(simulation.dataLength(seriesAt, columns));
    simulation.frame(seriesAt, t0_s, t1_s, columns, window_s, data);
    const dense = this.pool.take(simulation.dataLength(countedAt, columns));
    simulation.frame(countedAt, t0_s, t1_s, columns, window_s, dense);
    const counts = sparseCounts(dense, columns);
    this.pool.give(dense.buffer);
    const marks = simulation.marks(t0_s, t1_s);
    return {
      type: 'frame',
      run: run.number,
      ...status,
      speed: run.speed(),
      t0_s,
      t1_s,
      columns,
      series,
      data,
      now: simulation.now(),
      histograms,
      histogram: joined(simulation.histogram(linksAt), simulation.exceedance(groupsAt)),
      counted,
      counts,
      marks: marks ?? new Float64Array(),
      crowded: marks === null,
      marks_from_s: simulation.marksFrom_s(),
      overall: this.overall(run, { t0_s, t1_s }, seriesAt),
    };
  }

  /** Returns the series over one interval; see `Overall`. */
  private overall({ simulation, warmup_s, paused }: Run, shown: Interval, seriesAt: Uint32Array): Overall {
    const now_s = simulation.now_s();
    const end_s = Math.min(shown.t1_s, now_s);
    const isMeasured = paused && end_s > warmup_s;
    const follows = this.view.follow_span_s !== null;
    const t0_s = !isMeasured ? shown.t0_s : follows ? warmup_s : Math.max(shown.t0_s, warmup_s);
    if (!(end_s > t0_s)) return { t0_s, t1_s: t0_s, data: new Float32Array() };
    const data = new Float32Array(simulation.dataLength(seriesAt, 1));
    simulation.frame(seriesAt, t0_s, end_s, 1, end_s - t0_s, data);
    return { t0_s, t1_s: end_s, data };
  }
}

function joined(first: Float32Array, second: Float32Array): Float32Array {
  const both = new Float32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** View until the page sends one. */
const FIRST_VIEW: View = {
  t0_s: 0,
  t1_s: 20,
  follow_span_s: 20,
  columns: 800,
  window_s: 0.2,
  series: [],
  histograms: [],
  counts: [],
};
