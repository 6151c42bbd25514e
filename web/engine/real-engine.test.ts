/** The session with the real engine: what the fake one in the other tests stands for. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import * as bindings from '../generated/bufferlab_wasm.js';
import type { Patch } from '../scenario/types';
import { EngineSession } from './session';
import { CALL_MS, SLICE_MS } from './pace';
import { nowIndex, PARTS, type Frame, type Report } from './protocol';
import type { Summary } from './summary';
import { Answers, type Call } from './testing/answers';
import { engineFromModule, type Engine } from './wasm';

let engine: Engine;

beforeAll(() => {
  const wasm = readFileSync(new URL('../generated/bufferlab_wasm_bg.wasm', import.meta.url));
  bindings.initSync({ module: wasm });
  engine = engineFromModule(bindings);
});

function preset(id: string): Record<string, unknown> {
  const found = engine.presets().find((one) => one.id === id);
  if (!found) throw new Error(`There is no preset ${id}.`);
  return found.scenario as Record<string, unknown>;
}

/** A session, at the wall clock unless it gets another, turned until it rests. */
function session({ engine: used = engine, clock_ms = () => performance.now() } = {}) {
  const reports: Report[] = [];
  let awake = false;
  const turns_ms: number[] = [];
  const it = new EngineSession({
    engine: used,
    clock_ms,
    post: (report) => reports.push(report),
    wake: () => {
      awake = true;
    },
    reportSoon: () => undefined,
  });
  const last = <K extends Report['type']>(type: K) =>
    reports.findLast((report) => report.type === type) as Extract<Report, { type: K }> | undefined;
  const { send, last: answer, problems, opened, edited } = new Answers(it);
  const turn = (): void => {
    awake = false;
    const before_ms = clock_ms();
    it.turn();
    turns_ms.push(clock_ms() - before_ms);
  };
  return {
    last,
    send,
    problems,
    opened,
    edited,
    reports,
    turns_ms,
    rest: () => {
      while (awake) turn();
    },
    turns: (count: number) => {
      for (let i = 0; i < count && awake; i++) turn();
    },
    summary: (): Summary => {
      send((it) => it.summary());
      return (answer() as { value: Summary }).value;
    },
    frame: (): Frame => {
      const layouts = [opened(), edited(), last('layout')].flatMap((known) => known?.layout ?? []);
      const idsOf = (field: 'series' | 'links') => [
        ...new Set(layouts.flatMap((layout) => layout[field].map(({ id }) => id))),
      ];
      const needs = { series: idsOf('series'), histograms: idsOf('links'), counts: [] };
      send((it) =>
        it.setView({ t0_s: 0, t1_s: 1, follow_span_s: 5, columns: 500, window_s: 0.05, ...needs }),
      );
      send((it) => it.requestFrame());
      return last('frame')!;
    },
  };
}

const open =
  (scenario: unknown, until_s: number, play = false): Call =>
  (it) =>
    it.open(1, scenario, { until_s, play });

/** The digest of a run to `until_s` without any detour. */
function straight(scenario: unknown, until_s: number): string {
  const d = session();
  d.send(open(scenario, until_s));
  d.rest();
  expect(d.last('state')).toMatchObject({ t_s: until_s });
  return d.summary().digest;
}

const LESS: Patch[] = [{ path: 'bottlenecks.0.queue.limit_packets', value: 30 }];
const MORE_FLOWS: Patch[] = [
  {
    path: 'groups.extra',
    value: { count: 3, access: { rate_bps: 1e9, delay_s: 0.004 }, traffic: { kind: 'tcp' } },
  },
];

describe('the real engine in a session', () => {
  it('opens every preset and fills frames as its layout says', () => {
    for (const { id, scenario } of engine.presets()) {
      const d = session();
      d.send(open(scenario, 1));
      d.rest();
      expect(d.problems(), id).toEqual([]);
      const { layout } = d.opened()!;
      const columns = layout.series.reduce((sum, { shape }) => sum + PARTS[shape], 0);
      const frame = d.frame();
      expect(frame.data, id).toHaveLength(columns * 500);
      expect(frame.now, id).toHaveLength(nowIndex(layout, 'flow', layout.flows.length));
      expect(frame.histogram, id).toHaveLength(layout.links.length * 65);
      expect(
        frame.data.some((value) => value > 0),
        id,
      ).toBe(true);
    }
  });

  it('steps to a drop and reports it by indices of the layout', () => {
    const d = session();
    d.send(open(preset('one-flow'), 0), (it) => it.step('event'));
    expect(d.last('step_done')?.events[0]).toMatchObject({
      at_s: 0,
      what: { kind: 'of_flow', does: 'starts', flow: { flow: 0, group: 0 } },
    });
    d.send((it) => it.step('drop'));
    d.rest();
    const { events } = d.last('step_done')!;
    const { layout } = d.opened()!;
    const { what, at_s } = events[0]!;
    expect(at_s).toBeCloseTo(d.last('state')!.t_s, 12);
    expect(what).toMatchObject({ kind: 'at_link', does: 'dropped', reason: 'tail' });
    if (what.kind !== 'at_link') return;
    expect(layout.links[what.link]?.id).toBe('r0');
    expect(what.queue).toMatchObject({ packets: 100, limit_packets: 100 });
  });

  it('has the same digest after steps, pauses, going back and replayed edits', () => {
    const scenario = preset('one-flow');
    const d = session();
    d.send(open(scenario, 3));
    d.turns(1);
    d.send(
      (it) => it.pause(),
      (it) => it.step('packet'),
      (it) => it.step('event'),
    );
    d.send((it) => it.seek(8));
    d.rest();
    d.send((it) => it.seek(2.5));
    d.rest();
    d.send((it) => it.seek(10));
    d.rest();
    expect(d.summary().digest).toBe(straight(scenario, 10));

    d.send((it) => it.edit(1, LESS));
    d.send((it) => it.seek(15));
    d.rest();
    d.send((it) => it.edit(1, MORE_FLOWS));
    const document = d.edited()!.scenario;
    expect(document.edits).toHaveLength(2);
    d.send((it) => it.seek(20));
    d.rest();
    const { digest } = d.summary();
    for (const t_s of [12, 17, 16, 20]) {
      d.send((it) => it.seek(t_s));
      d.rest();
      expect(d.frame().now.length).toBeGreaterThan(0);
    }
    expect(d.summary().digest).toBe(digest);
    expect(straight(engine.minimal(document), 20)).toBe(digest);
  });

  it('goes back and forth over an edit that adds a group', () => {
    const d = session();
    const edits = [{ at_s: 6, set: MORE_FLOWS }];
    d.send(open({ ...preset('one-flow'), edits }, 12));
    d.rest();
    const { digest } = d.summary();
    expect(d.last('layout')!.layout.groups).toHaveLength(2);
    d.send((it) => it.seek(5.5));
    d.rest();
    expect(d.last('layout')!.layout.groups).toHaveLength(1);
    d.frame();
    d.send((it) => it.seek(12));
    d.rest();
    expect(d.last('layout')!.layout.groups).toHaveLength(2);
    expect(d.frame().t_s).toBe(12);
    expect(d.summary().digest).toBe(digest);
    expect(d.last('failed')).toBeUndefined();
  });

  it('reports an edit at time 0 when it is made', () => {
    const d = session();
    d.send(open({ ...preset('one-flow'), edits: [{ at_s: 0, set: MORE_FLOWS }] }, 0));
    expect(d.opened()!.layout.groups).toHaveLength(1);
    d.send((it) => it.play());
    d.turns(2);
    expect(d.last('layout')!.layout.groups).toHaveLength(2);
    expect(d.frame().series.map(({ id }) => id)).toContain('group.extra.throughput_bps');
  });

  it('lists every problem of a scenario and of an edit', () => {
    const d = session();
    d.send(open({ version: 1, bottlenecks: [] }, 0));
    expect(d.problems()[0]).toMatchObject({ path: 'bottlenecks' });
    d.send(open(preset('one-flow'), 1));
    d.rest();
    d.send((it) => it.edit(1, [{ path: 'bottlenecks.0.rate_bps', value: -5 }]));
    expect(d.problems()[0]).toMatchObject({ path: 'bottlenecks.r0.rate_bps' });
    d.send((it) => it.edit(1, [{ path: 'seed', value: 2 }]));
    expect(d.problems()[0]!.message).toMatch(/cannot change while/);
  });

  it('lets commands wait for 8,000 packets and one call while 1,000 flows run as fast as possible', () => {
    const scenario = { ...preset('anomaly'), duration_s: 1000 };
    const checked = engine.apply(scenario, [{ path: 'groups.0.count', value: 1000 }]);
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const d = session(computerOf(1000));
    d.send((it) => it.setSpeed('max'), open(checked.scenario, 0, true));
    d.turns(200);
    expect(d.turns_ms).toHaveLength(200);
    // Calls get as many events as took `CALL_MS`; the first guess is too low or too high by a factor.
    const settled_ms = d.turns_ms.slice(10);
    expect(Math.min(...settled_ms)).toBeGreaterThanOrEqual(SLICE_MS);
    expect(Math.max(...settled_ms)).toBeLessThan(SLICE_MS + 2 * CALL_MS);
  });
});

/**
 * The engine on a computer that forwards this number of packets a millisecond: its clock counts packets, so that a slice is as
 * long on a busy machine as on an idle one.
 */
function computerOf(packets_per_ms: number) {
  let forwarded = 0;
  const open: Engine['open'] = (scenario) => {
    const simulation = engine.open(scenario);
    const before = forwarded;
    return {
      ...simulation,
      advance(until_s, max_events) {
        const arrived = simulation.advance(until_s, max_events);
        forwarded = before + simulation.summary().packets_forwarded;
        return arrived;
      },
    };
  };
  return { engine: { ...engine, open }, clock_ms: () => forwarded / packets_per_ms };
}
