/**
 * A measured run as a baseline: it has frames and a layout like a simulated run, made from its curves for the interval that
 * the present run shows.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Frame, Layout } from '../engine/protocol';
import type { Summary } from '../engine/summary';
import type { Lab } from '../lab/lab';
import { initialLab, type LabState } from '../lab/state';
import { Frames } from '../samples/frames';
import { isRecord } from '../scenario/path';
import type { MeasuredFile } from '../sweep/measuredFile';
import type { MeasuredChoice } from '../url/measuredChoice';
import { curvesOf, endOf, meanOver, type Curve } from './curves';
import { MEASURED } from './strings';

/** A measured run beside the present run. */
export class MeasuredRun {
  readonly frames = new Frames();
  readonly store: StoreApi<LabState>;
  /** Scenario that was emulated; null if the file has none. */
  readonly scenario: unknown;
  /** Time of the last value, seconds. */
  readonly end_s: number;
  private readonly curves: ReadonlyMap<string, Curve>;
  private readonly stops: readonly (() => void)[];
  private shown: readonly unknown[] = [];
  private layout: { of: Layout | null; made: Layout | null } = { of: null, made: null };

  constructor(
    private readonly current: Lab,
    readonly file: MeasuredFile,
    readonly choice: MeasuredChoice,
  ) {
    this.curves = curvesOf(file, choice.uses);
    this.end_s = endOf(this.curves.values());
    const scenario = file.about.run?.scenario;
    this.scenario = isRecord(scenario) ? scenario : null;
    this.store = createStore<LabState>(() => initialLab);
    const update = (): void => this.update();
    this.stops = [current.view.store.subscribe(update), current.store.subscribe(update)];
    update();
  }

  /** Stops following the present run. */
  close(): void {
    for (const stop of this.stops) stop();
  }

  /** Name of the run: `measured: Linux 6.18, CUBIC`. */
  get name(): string {
    return nameOf(this.file);
  }

  /**
   * Returns measures of the run in the form of a summary: those of the file, or means of its curves over the measured time of
   * the present run.
   */
  summary(now: Pick<Summary, 'now_s' | 'measured_s' | 'seed'>): Summary {
    const own = this.file.about.run?.summary;
    const [from_s, to_s] = this.measuredOver(now);
    const { now_s, seed } = now;
    const made = isRecord(own) && Array.isArray(own.groups) ? itemsOf(own) : this.means(from_s, to_s);
    return { now_s, seed, measured_s: to_s - from_s, edges: [], ...made } as unknown as Summary;
  }

  /** Returns the interval over which the measures of `summary` are taken, in seconds. */
  measuredOver({ now_s, measured_s }: Pick<Summary, 'now_s' | 'measured_s'>): [number, number] {
    const own = this.file.about.run?.summary;
    if (isRecord(own) && Array.isArray(own.groups)) {
      const { now_s: end_s, measured_s: seconds } = own;
      if (typeof end_s === 'number' && typeof seconds === 'number')
        return [Math.max(0, end_s - seconds), end_s];
    }
    const to_s = Math.min(now_s, this.end_s);
    return [Math.min(Math.max(0, now_s - measured_s), to_s), to_s];
  }

  private means(from_s: number, to_s: number): { bottlenecks: unknown[]; groups: unknown[] } {
    const mean = (id: string): number | null => {
      const curve = this.curves.get(id);
      const value = curve ? meanOver(curve, from_s, to_s) : NaN;
      return Number.isNaN(value) ? null : value;
    };
    const { layout } = this.current.store.getState();
    const groups = (layout?.groups ?? []).map(({ id }) => ({
      id,
      throughput_bps: mean(`group.${id}.throughput_bps`),
      rtt_s: { mean: mean(`group.${id}.rtt_s`) },
      mean_cwnd_packets: mean(`group.${id}.mean_cwnd_packets`),
    }));
    const bottlenecks = (layout?.links ?? []).map(({ id }) => ({
      id,
      utilization: mean(`link.${id}.utilization`),
      mean_queue_packets: mean(`link.${id}.queue_packets`),
    }));
    return { groups, bottlenecks };
  }

  /** Takes the layout and the interval of the present run, if they changed. */
  private update(): void {
    const { layout, catalog, document, current } = this.current.store.getState();
    const { t0_s, t1_s, columns, needs } = this.current.view.store.getState();
    const made = this.layoutOf(layout);
    const state = this.store.getState();
    if (state.layout !== made || state.document !== document || state.current !== current) {
      const { run, engine } = initialLab;
      this.store.setState({
        layout: made,
        catalog,
        document,
        current,
        engine: { ...engine, status: 'ready' },
        run: { ...run, t_s: this.end_s, reached_s: this.end_s, ended: true },
      });
    }
    const shown = [made, t0_s, t1_s, columns, needs];
    if (!made || shown.every((one, i) => one === this.shown[i])) return;
    this.shown = shown;
    this.frames.publish(this.frame(made, needs.series, { t0_s, t1_s, columns }), made);
  }

  /** Returns the layout of the present run with only the series that were measured. */
  private layoutOf(of: Layout | null): Layout | null {
    if (this.layout.of === of) return this.layout.made;
    const series = (of?.series ?? []).filter(({ id }) => of && this.curveFor(of, id) !== undefined);
    const made = of && { ...of, series: series.map((one) => ({ ...one, shape: 'line' as const })) };
    this.layout = { of, made };
    return made;
  }

  /** Returns the curve of a series; a watched flow that is alone in its group has the curve of the group. */
  private curveFor({ flows, groups }: Layout, id: string): Curve | undefined {
    const own = this.curves.get(id);
    const [, number, quantity = ''] = /^flow\.(\d+)\.(rtt_s|cwnd_packets)$/.exec(id) ?? [];
    if (own || number === undefined) return own;
    const flow = flows.find((one) => one.flow === Number(number));
    const group = groups.find((one) => one.id === flow?.group);
    if (group?.count !== 1) return undefined;
    return this.curves.get(`group.${group.id}.${quantity === 'rtt_s' ? 'rtt_s' : 'mean_cwnd_packets'}`);
  }

  private frame(
    layout: Layout,
    needed: readonly string[],
    { t0_s, t1_s, columns }: { t0_s: number; t1_s: number; columns: number },
  ): Frame {
    const there = new Set(layout.series.map(({ id }) => id));
    const ids = needed.filter((id) => there.has(id));
    const data = new Float32Array(ids.length * columns);
    const step_s = (t1_s - t0_s) / columns;
    ids.forEach((id, k) => {
      const curve = this.curveFor(layout, id);
      for (let i = 0; i < columns; i++) {
        const from_s = t0_s + i * step_s;
        data[k * columns + i] = curve ? meanOver(curve, from_s, from_s + step_s) : NaN;
      }
    });
    return {
      type: 'frame',
      run: 0,
      t_s: this.end_s,
      playing: false,
      ended: true,
      seeking: false,
      speed: 0,
      t0_s,
      t1_s,
      columns,
      series: ids.map((id) => ({ id, shape: 'line' })),
      data,
      now: new Float64Array(),
      histograms: [],
      histogram: new Float32Array(),
      counted: [],
      counts: new Uint16Array(),
      marks: new Float64Array(),
      crowded: false,
      marks_from_s: 0,
    };
  }
}

/** Returns the name of a measured run: `measured: Linux 6.18, CUBIC`. */
export function nameOf({ about, name }: MeasuredFile): string {
  const parts = [about.kernel, ...about.controllers.map(controllerName)].filter((part) => part !== '');
  return MEASURED.name(parts.length > 0 ? parts : [name]);
}

/** Returns the usual spelling of a controller of the kernel. */
export function controllerName(controller: string): string {
  const { controllers } = MEASURED;
  return (Object.hasOwn(controllers, controller) ? controllers[controller] : undefined) ?? controller;
}

/** Returns the lists of a summary of a file, with items that have an id and without sentences. */
function itemsOf(own: Record<string, unknown>): { bottlenecks: unknown[]; groups: unknown[] } {
  const list = (value: unknown): unknown[] =>
    (Array.isArray(value) ? (value as unknown[]) : [])
      .filter((item) => isRecord(item) && typeof item.id === 'string')
      .map((item) => ({ ...(item as object), sentence: null }));
  return { bottlenecks: list(own.bottlenecks), groups: list(own.groups) };
}
