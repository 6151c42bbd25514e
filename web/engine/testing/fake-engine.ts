/**
 * A stand-in for the engine in tests: time passes, edits are kept, nothing is simulated.
 *
 * A scenario is whatever it is given; one with `refuse` is refused, one with `trap_s` breaks when that
 * time is reached, one with `traps` warns at each of these paths from its time on. Every millisecond of simulated time is one event and costs `msPerEvent` of the
 * fake clock, so that tests decide how fast this computer is.
 */
import { applyPatches, PatchError } from '../../scenario/patch';
import type { Edit, Patch, Scenario, Warning } from '../../scenario/types';
import type { Catalog, Preset, Section } from '../catalog';
import {
  PARTS,
  type Checked,
  type TraceEvent,
  type Layout,
  type Moments,
  type SeriesInfo,
  type StepTo,
  type FileRequest,
} from '../protocol';
import type { Snapshot } from '../snapshots';
import type { Summary } from '../summary';
import { Refusal, type Engine, type Simulation } from '../wasm';
import { plainLink, plainReverse } from '../../scenario/testing/plainLink';

export interface FakeClock {
  now_ms: number;
  msPerEvent: number;
}

export interface FakeEngine extends Engine {
  clock: FakeClock;
  /** Hashes of the files that it has. */
  files: Set<string>;
  /** Simulations and snapshots that were made and not freed. */
  alive: number;
  /** What happened, in order: `open`, `restore 3`, `edit`, … */
  log: string[];
}

export function fakeEngine(clock: FakeClock = { now_ms: 0, msPerEvent: 0.001 }): FakeEngine {
  const engine: FakeEngine = {
    clock,
    files: new Set(),
    alive: 0,
    log: [],
    version: () => '0.0.0-fake',
    catalog: () => FAKE_CATALOG,
    presets: () => [
      fakePreset({ id: 'one-flow', title: 'One', speed: 5 }),
      fakePreset({ id: 'two', title: 'Two', speed: 2, scenario: fakeScenario({ title: 'Two' }) }),
    ],
    check: (scenario) => checked(scenario),
    apply: (scenario, set) => {
      try {
        return checked(applyPatches(scenario as Scenario, set));
      } catch (error) {
        if (error instanceof PatchError) return { ok: false, problems: [error.problem] };
        throw error;
      }
    },
    addFile: ({ sha256 }) => void engine.files.add(sha256),
    minimal: (scenario) => scenario,
    lost: (text) => (text.includes('twice') ? [fakeWarning('title')] : []),
    open: (scenario) => {
      const result = checked(scenario);
      engine.log.push(result.ok ? 'open' : 'refuse');
      if (!result.ok) throw new Refusal(result.problems);
      return new FakeSimulation(engine, result.scenario);
    },
  };
  return engine;
}

/** A complete scenario of one bottleneck, one TCP and one UDP group. */
/** Preset of the fake engine, with empty texts but for `changes`. */
export function fakePreset(changes: Partial<Preset> & { id: string }): Preset {
  return {
    title: '',
    former_titles: [],
    topic: 'Buffer size',
    notice: '',
    answer: '',
    keywords: [],
    source: '',
    speed: 1,
    scenario: fakeScenario(),
    ...changes,
  };
}

export function fakeScenario(changes: Partial<Scenario> & Record<string, unknown> = {}): Scenario {
  const queue = { kind: 'drop_tail', limit_packets: 100, limit_bytes: null };
  const router = { kind: 'output_queued' };
  const group = {
    count: 1,
    direction: 'forward' as const,
    edge: null,
    via: null,
    access: { rate_bps: 1e9, delay_s: 0.001, limit_packets: null, limit_bytes: null },
    egress: { rate_bps: null, delay_s: 0 },
    start_s: 0,
    stop_s: null,
    schedule: [],
  };
  return {
    version: 1,
    title: 'One flow',
    note: '',
    seed: 1,
    duration_s: 200,
    warmup_s: 50,
    bottlenecks: [
      {
        id: 'r0',
        label: '',
        rate_bps: 10e6,
        delay_s: 0.04,
        queue,
        ...plainLink,
        router,
        device_packets: 0,
        reverse: { queue, ...plainReverse },
      },
    ],
    edges: [],
    groups: [
      { ...group, id: 'tcp', label: 'TCP', traffic: { kind: 'tcp', max_window_packets: 1000 } },
      { ...group, id: 'udp', label: 'UDP', traffic: { kind: 'poisson', rate_bps: 1e6 } },
    ],
    edits: [],
    ...changes,
  };
}

export function fakeWarning(path: string): Warning {
  return { id: 'trap', path, sentence: `A trap at ${path}.`, remedy: 'Leave it.' };
}

function checked(scenario: unknown): Checked {
  if (typeof scenario !== 'object' || scenario === null) {
    return { ok: false, problems: [{ path: '', message: 'must be an object' }] };
  }
  if ('refuse' in scenario)
    return { ok: false, problems: [{ path: 'refuse', message: String(scenario.refuse) }] };
  const limit = (scenario as Scenario).bottlenecks[0]?.queue.limit_packets;
  if (limit !== undefined && limit !== null && limit < 1) {
    const problem = { path: 'bottlenecks.r0.queue.limit_packets', message: `must be above 0, got ${limit}` };
    return { ok: false, problems: [problem] };
  }
  return { ok: true, scenario: scenario as Scenario };
}

interface FakeSnapshot extends Snapshot {
  t_s: number;
}

class FakeSimulation implements Simulation {
  private t_s = 0;
  private flows: number[] = [0];
  private document: Scenario;
  private readonly engine: FakeEngine;

  constructor(engine: FakeEngine, document: Scenario) {
    this.engine = engine;
    this.document = document;
    engine.alive++;
  }

  free(): void {
    this.engine.alive--;
  }
  now_s(): number {
    return this.t_s;
  }
  duration_s(): number {
    return this.document.duration_s;
  }
  ended(): boolean {
    return this.t_s >= this.document.duration_s;
  }

  advance(until_s: number, max_events: number): boolean {
    const goal_s = Math.min(until_s, this.duration_s());
    const events = Math.min(max_events, Math.ceil((goal_s - this.t_s) * 1000));
    this.t_s = Math.min(goal_s, this.t_s + events / 1000);
    this.engine.clock.now_ms += Math.max(0, events) * this.engine.clock.msPerEvent;
    const trap_s = (this.document as { trap_s?: number }).trap_s;
    if (trap_s !== undefined && this.t_s >= trap_s) throw new WebAssembly.RuntimeError('unreachable');
    return this.t_s >= goal_s;
  }

  settle(): void {
    // Its flows are always in step with the clock.
  }

  /** Drops happen at whole seconds, timeouts every ten, and nothing else that is looked for at all. */
  step(what: StepTo, most: number): TraceEvent[] | null {
    this.engine.log.push(`step ${what}`);
    for (let steps = 0; steps < most && !this.ended(); steps++) {
      this.t_s = Math.round(1000 * this.t_s + 1) / 1000;
      this.engine.clock.now_ms += this.engine.clock.msPerEvent;
      const every_s = { event: 0.001, packet: 0.001, drop: 1, timeout: 10, state: Infinity, edit: Infinity }[
        what
      ];
      const found = Number.isInteger(Math.round(1000 * this.t_s) / (1000 * every_s)) && every_s < Infinity;
      if (found) return [{ at_s: this.t_s, what: { kind: 'measuring' } }];
    }
    return null;
  }

  edit(set: Patch[]): { edit: Edit; scenario: Scenario; current: Scenario } {
    const result = this.engine.apply(this.current(), set);
    if (!result.ok) throw new Refusal(result.problems);
    const edit = { at_s: this.t_s, set };
    const before = this.document.edits.filter(({ at_s }) => at_s <= this.t_s);
    this.document = { ...this.document, edits: [...before, edit] };
    this.engine.log.push('edit');
    return { edit, scenario: this.document, current: this.current() };
  }

  /** As the scenario's `wants` say, by hash. */
  missing(): FileRequest[] {
    const set = this.document.edits.flatMap((edit) => edit.set);
    const { wants = [] } = applyPatches(this.document, set) as { wants?: readonly string[] };
    const lacking = wants.filter((sha256) => !this.engine.files.has(sha256));
    return lacking.map((sha256) => ({ name: `${sha256}.csv`, sha256, content: 'packets', columns: '' }));
  }

  scenario(): Scenario {
    return this.document;
  }
  current(): Scenario {
    const past = this.document.edits.filter(({ at_s }) => at_s <= this.t_s);
    return {
      ...applyPatches(
        this.document,
        past.flatMap((edit) => edit.set),
      ),
      edits: this.document.edits,
    };
  }
  summary(): Summary {
    return { digest: this.t_s.toFixed(6), measured_s: this.t_s } as Summary;
  }
  /** As the scenario's `traps` say, each from its time on. */
  warnings(): Warning[] {
    const { traps = {} } = this.document as { traps?: Record<string, number> };
    return Object.keys(traps)
      .filter((path) => this.t_s >= traps[path]!)
      .map(fakeWarning);
  }
  watch(flows: number[]): void {
    this.flows = flows.filter((flow) => flow < 100);
  }

  layout(): Layout {
    const groups = this.document.groups.map(({ id, label, count, direction, traffic }, i) => ({
      id,
      label,
      kind: traffic.kind === 'tcp' ? ('tcp' as const) : ('udp' as const),
      direction,
      count,
      first_flow: i * 10,
    }));
    const flows = this.flows.map((flow) => ({ flow, group: 'tcp', index: flow }));
    const links = this.document.bottlenecks.map(({ id, rate_bps, delay_s, queue }) => ({
      id,
      label: id,
      rate_bps,
      delay_s,
      limit_packets: queue.limit_packets,
      limit_bytes: queue.limit_bytes,
    }));
    return { links, groups, flows, series: this.series(), links_without_groups: [] };
  }

  editsMade(): number {
    return this.document.edits.filter(({ at_s }) => at_s <= this.t_s).length;
  }

  dataLength(series: Uint32Array, columns: number): number {
    const all = this.series();
    return [...series].reduce((sum, at) => sum + PARTS[all[at]!.shape] * columns, 0);
  }
  beginIntervals(): void {
    // Every interval has the same values.
  }
  endInterval(): Float64Array {
    const all = Uint32Array.from(this.series().keys());
    const out = new Float32Array(this.dataLength(all, 1));
    this.frame(all, 0, 1, 1, 1, out);
    return Float64Array.from(out);
  }
  /** Every value of a series is its owner's number: that of a flow, or the place in the scenario's list. */
  frame(
    series: Uint32Array,
    _t0_s: number,
    _t1_s: number,
    columns: number,
    _window_s: number,
    out: Float32Array,
  ): void {
    const all = this.series();
    let start = 0;
    for (const at of series) {
      const { of, owner, shape } = all[at]!;
      const list = of === 'group' ? this.current().groups : this.document.bottlenecks;
      const value = of === 'flow' ? Number(owner) : list.findIndex(({ id }) => id === owner);
      out.fill(value, start, (start += PARTS[shape] * columns));
    }
  }
  now(): Float64Array {
    return Float64Array.of(this.t_s);
  }
  histogram(links: Uint32Array): Float32Array {
    return new Float32Array(65 * links.length);
  }
  exceedance(groups: Uint32Array): Float32Array {
    return new Float32Array(65 * groups.length).fill(NaN);
  }
  marks(): Float64Array {
    return new Float64Array(4);
  }
  marksFrom_s(): number {
    return 0;
  }
  recorded(of: Moments, t_s: number, direction: 1 | -1): number | null {
    if (of !== 'drop') return null;
    const drop_s = direction === 1 ? Math.floor(t_s) + 1 : Math.ceil(t_s) - 1;
    return drop_s >= 0 && drop_s <= this.t_s ? drop_s : null;
  }

  private series(): SeriesInfo[] {
    const one = (of: SeriesInfo['of'], owner: string, quantity: string, shape: SeriesInfo['shape']) => ({
      id: `${of}.${owner}.${quantity}`,
      of,
      owner,
      quantity,
      unit: '',
      shape,
    });
    return [
      ...this.document.bottlenecks.map(({ id }) => one('link', id, 'queue_packets', 'level')),
      ...this.current().groups.map(({ id }) => one('group', id, 'throughput_bps', 'line')),
      ...this.flows.map((flow) => one('flow', String(flow), 'cwnd_packets', 'band')),
    ];
  }

  snapshot(): FakeSnapshot {
    this.engine.alive++;
    return { t_s: this.t_s, free: () => this.engine.alive-- };
  }
  remembers(): boolean {
    return true;
  }
  restore(snapshot: Snapshot): void {
    this.t_s = (snapshot as FakeSnapshot).t_s;
    this.engine.log.push(`restore ${this.t_s.toFixed(1)}`);
  }
}

const number = { type: 'number', min: 0, max: 1e12, log: true, nullable: false } as const;

function param(name: string, kind: Section['params'][number]['kind'], live = false) {
  return { name, label: name, help: '', source: null, unit: '' as const, kind, live, advanced: false };
}

function section(id: string, params: Section['params'], fields: Partial<Section> = {}): Section {
  return { id, label: id, help: '', source: null, class: null, params, ...fields };
}

export const FAKE_CATALOG: Catalog = {
  engine: '0.0.0-fake',
  limits: { flows: 100_000, edits: 1000 },
  registries: { queue: ['queue.drop_tail'], traffic: ['traffic.tcp', 'traffic.poisson'] },
  states: ['slow start', 'avoidance', 'recovery', 'timeout'],
  series: [],
  measures: [],
  warnings: [{ id: 'trap', label: 'A trap', help: 'One falls in.', source: 'hole-1999 Section 2' }],
  sections: Object.fromEntries(
    [
      section('scenario', [
        param('title', { type: 'text', max_length: 200 }),
        param('seed', { type: 'integer', min: 0, max: 2 ** 53 - 1, log: false, nullable: false }),
        param('duration_s', number),
        param('bottlenecks', { type: 'list', section: 'bottleneck', max: 8 }),
        param('groups', { type: 'list', section: 'group', max: 64 }),
      ]),
      section('edge', [param('id', { type: 'id' }), param('rate_bps', number, true)], {
        label: 'Edge router',
      }),
      section(
        'bottleneck',
        [
          param('id', { type: 'id' }),
          param('rate_bps', number, true),
          param('queue', { type: 'one_of', registry: 'queue' }, true),
          param('reverse', { type: 'section', section: 'reverse' }),
        ],
        { label: 'Bottleneck' },
      ),
      section('reverse', [param('rate_bps', number, true)]),
      section('group', [
        param('id', { type: 'id' }),
        param('count', number, true),
        param('label', { type: 'text', max_length: 60 }),
        param('access', { type: 'section', section: 'access' }),
        param('traffic', { type: 'one_of', registry: 'traffic' }, true),
      ]),
      section('access', [
        param('rate_bps', number, true),
        param('delay_s', { type: 'distribution', min: 0, max: 100 }),
      ]),
      section('queue.drop_tail', [param('limit_packets', number, true), param('limit_bytes', number, true)]),
      section('traffic.tcp', [param('max_window_packets', number)], { label: 'TCP', class: 'tcp' }),
      section(
        'traffic.poisson',
        [
          { ...param('rate_bps', number, true), unit: 'b/s' },
          { ...param('packet_bytes', number), default: 200 },
        ],
        { label: 'Poisson', class: 'udp', help: 'Datagrams at random. Deaf to loss.' },
      ),
    ].map((entry) => [entry.id, entry]),
  ),
};
