import { describe, expect, it } from 'vitest';
import { EngineSession } from './session';
import { PARTS, type FileData, type Frame, type OpenOptions, type Report, type View } from './protocol';
import { WORKER } from './strings';
import { Answers, type Call } from './testing/answers';
import { fakeEngine, fakeScenario, type FakeEngine } from './testing/fake-engine';

/** A session turned by hand: `run(ms)` lets wall time pass, the session being woken as it asks. */
function session(msPerEvent = 0.001) {
  const clock = { now_ms: 0, msPerEvent };
  const engine: FakeEngine = fakeEngine(clock);
  const reports: Report[] = [];
  const wakes: number[] = [];
  const it = new EngineSession({
    engine,
    clock_ms: () => clock.now_ms,
    post: (report, transfer) => reports.push(structuredClone(report, { transfer: transfer ?? [] })),
    wake: (delay_ms) => wakes.push(clock.now_ms + delay_ms),
    reportSoon: () => undefined,
  });
  it.start();
  const { send, last: answer, opened, edited } = new Answers(it);
  let longest_ms = 0;
  return {
    engine,
    clock,
    reports,
    send,
    answer,
    opened,
    edited,
    run(ms: number) {
      const until_ms = clock.now_ms + ms;
      while (wakes.length > 0 && wakes[0]! <= until_ms && clock.now_ms <= until_ms) {
        clock.now_ms = Math.max(clock.now_ms, wakes.shift()!);
        const before_ms = clock.now_ms;
        it.turn();
        longest_ms = Math.max(longest_ms, clock.now_ms - before_ms);
      }
      clock.now_ms = Math.max(clock.now_ms, until_ms);
    },
    asleep: () => wakes.length === 0,
    longestTurn_ms: () => longest_ms,
    forgetLongestTurn: () => {
      longest_ms = 0;
    },
    last: <K extends Report['type']>(type: K) =>
      reports.findLast((report) => report.type === type) as Extract<Report, { type: K }> | undefined,
    count: (type: Report['type']) => reports.filter((report) => report.type === type).length,
  };
}

const open =
  ({
    run = 1,
    scenario = fakeScenario(),
    ...more
  }: { run?: number; scenario?: unknown } & Partial<OpenOptions> = {}): Call =>
  (it) =>
    it.open(run, scenario, { until_s: 0, play: true, ...more });

const viewOf = (more: Partial<View>): View => ({
  t0_s: 0,
  t1_s: 1,
  follow_span_s: 1,
  columns: 8,
  window_s: 0.1,
  series: [],
  histograms: [],
  counts: [],
  ...more,
});

describe('the session', () => {
  it('reports the version, catalog and presets first', () => {
    expect(session().reports[0]).toMatchObject({
      type: 'ready',
      engine: '0.0.0-fake',
      presets: [{ id: 'one-flow' }, {}],
    });
  });

  it('answers `open` with the completed scenario and plays at the target speed', () => {
    const d = session();
    d.send((it) => it.setSpeed(2), open());
    expect(d.opened()).toMatchObject({ run: 1, scenario: { title: 'One flow' } });
    d.run(3000);
    d.send((it) => it.pause());
    expect(d.last('state')).toMatchObject({ playing: false });
    expect(d.last('state')!.t_s).toBeCloseTo(6, 1);
  });

  it('keeps the previous run if a scenario is refused', () => {
    const d = session();
    d.send(open());
    d.run(500);
    d.send(open({ run: 2, scenario: { refuse: 'no such thing' } }));
    expect(d.answer()).toEqual({
      ok: false,
      problems: [{ path: 'refuse', message: 'no such thing' }],
    });
    d.run(500);
    d.send((it) => it.pause());
    expect(d.last('state')!.t_s).toBeCloseTo(1, 1);
  });

  it('does nothing without a running run, and frees unused simulations', () => {
    const d = session();
    d.send(open({ scenario: fakeScenario({ duration_s: 0.5 }) }));
    d.run(2000);
    expect(d.asleep()).toBe(true);
    expect(d.last('state')).toMatchObject({ ended: true, playing: false, t_s: 0.5 });
    d.send(open({ run: 2, play: false }));
    d.run(100);
    expect(d.engine.alive).toBe(1);
  });
});

describe('under load', () => {
  it('handles commands within 50 ms at first, and within 11 ms after it has adjusted', () => {
    for (const msPerEvent of [0.0001, 0.001, 0.02]) {
      const d = session(msPerEvent);
      d.send((it) => it.setSpeed('max'), open({ scenario: fakeScenario({ duration_s: 1e6 }) }));
      d.run(300);
      expect(d.longestTurn_ms(), `${msPerEvent} ms per event`).toBeLessThanOrEqual(50);
      d.forgetLongestTurn();
      d.run(1000);
      expect(d.longestTurn_ms(), `${msPerEvent} ms per event`).toBeLessThanOrEqual(11);
      d.send((it) => it.pause());
      expect(d.last('state')).toMatchObject({ playing: false });
    }
  });

  it('runs and reports the speed that a slow engine reaches', () => {
    const d = session(0.1);
    d.send((it) => it.setSpeed(100), open({ scenario: fakeScenario({ duration_s: 1e5 }) }));
    d.send((it) => it.requestFrame());
    d.run(2000);
    d.send((it) => it.requestFrame());
    d.run(50);
    expect(d.last('frame')!.speed).toBeCloseTo(10, 0);
    d.send((it) => it.setSpeed(1));
    const before_s = d.last('frame')!.t_s;
    d.run(1000);
    d.send((it) => it.pause());
    expect(d.last('state')!.t_s - before_s).toBeLessThan(2.6);
  });
});

describe('frames', () => {
  it('are sent only on request, one at a time, and only after a change', () => {
    const d = session();
    d.send(open());
    d.run(500);
    expect(d.count('frame')).toBe(0);
    d.send((it) => it.requestFrame());
    d.run(500);
    expect(d.count('frame')).toBe(1);
    d.send(
      (it) => it.pause(),
      (it) => it.requestFrame(),
    );
    expect(d.count('frame')).toBe(2);
    d.send((it) => it.requestFrame());
    d.run(500);
    expect(d.count('frame')).toBe(2);
    d.send((it) => it.setView(viewOf({ t1_s: 0.25, follow_span_s: null, columns: 10 })));
    expect(d.count('frame')).toBe(3);
    expect(d.last('frame')).toMatchObject({ t0_s: 0, t1_s: 0.25, columns: 10 });
  });

  it('follow the live edge, filling from the left while the run is young', () => {
    const d = session();
    const view = viewOf({ follow_span_s: 2 });
    d.send(
      open({ play: false }),
      (it) => it.setView(view),
      (it) => it.requestFrame(),
    );
    expect(d.last('frame')).toMatchObject({ t0_s: 0, t1_s: 2, t_s: 0 });
    d.send(
      (it) => it.seek(5),
      (it) => it.requestFrame(),
    );
    d.run(100);
    d.send((it) => it.requestFrame());
    expect(d.last('frame')).toMatchObject({ t0_s: 3, t1_s: 5, t_s: 5, seeking: false });
  });

  it('reuse memory of the right size only', () => {
    const d = session();
    d.send(open(), (it) => it.setView(viewOf({ series: ['link.r0.queue_packets'] })));
    d.send((it) => it.requestFrame(new ArrayBuffer(12)));
    d.run(50);
    const frame = d.last('frame') as Frame;
    expect(frame.data).toHaveLength(24);
    d.send((it) => it.requestFrame(frame.data.buffer as ArrayBuffer));
    d.run(50);
    expect(d.count('frame')).toBe(2);
    expect(d.last('frame')!.data).toHaveLength(24);
  });
});

describe('the content of frames', () => {
  /** The value of each series in the frame: the fake engine fills it with its owner's number. */
  const carried = ({ series, data, columns }: Frame): Record<string, number> => {
    let start = 0;
    const values = series.map(({ id, shape }): [string, number] => {
      const part = data.subarray(start, (start += PARTS[shape] * columns));
      expect(new Set(part).size, id).toBe(1);
      return [id, part[0]!];
    });
    expect(start).toBe(data.length);
    return Object.fromEntries(values);
  };
  const opened = (...series: string[]) => {
    const d = session();
    d.send(open({ play: false, until_s: 5 }), (it) =>
      it.setView(viewOf({ series, histograms: ['r0', 'r7'] })),
    );
    d.run(500);
    return { ...d, frame: () => (d.send((it) => it.requestFrame()), d.last('frame')!) };
  };

  it('is the requested content that the run has', () => {
    const d = opened('link.r7.queue_packets', 'group.udp.throughput_bps');
    const frame = d.frame();
    expect(carried(frame)).toEqual({ 'group.udp.throughput_bps': 1 });
    expect(frame.histograms).toEqual(['r0']);
    expect(frame.histogram).toHaveLength(65);
  });

  it('is empty before the page sends a view', () => {
    const d = session();
    d.send(open(), (it) => it.requestFrame());
    expect(d.last('frame')).toMatchObject({ series: [], histograms: [] });
    expect(d.last('frame')!.data).toHaveLength(0);
  });

  it('changes with the next frame, also while the run is paused', () => {
    const d = opened('link.r0.queue_packets');
    expect(carried(d.frame())).toEqual({ 'link.r0.queue_packets': 0 });
    d.send((it) => it.setView(viewOf({ series: ['flow.0.cwnd_packets'] })));
    expect(carried(d.frame())).toEqual({ 'flow.0.cwnd_packets': 0 });
  });

  it('is looked up again when watched flows or groups change', () => {
    const d = opened('group.udp.throughput_bps', 'group.late.throughput_bps', 'flow.4.cwnd_packets');
    d.send((it) => it.watch([3, 4]));
    expect(carried(d.frame())).toEqual({ 'group.udp.throughput_bps': 1, 'flow.4.cwnd_packets': 4 });
    d.send((it) => it.edit(1, [{ path: 'groups.tcp', value: null }]));
    expect(carried(d.frame())).toEqual({ 'group.udp.throughput_bps': 0, 'flow.4.cwnd_packets': 4 });
    d.send((it) => it.edit(1, [{ path: 'groups.late', value: fakeScenario().groups[0] }]));
    expect(carried(d.frame())).toEqual({
      'group.udp.throughput_bps': 0,
      'group.late.throughput_bps': 1,
      'flow.4.cwnd_packets': 4,
    });
  });

  it('is looked up again when the run goes back before an edit', () => {
    const d = opened('group.udp.throughput_bps');
    d.send((it) => it.edit(1, [{ path: 'groups.tcp', value: null }]));
    expect(carried(d.frame())).toEqual({ 'group.udp.throughput_bps': 0 });
    d.send((it) => it.seek(2));
    d.run(500);
    expect(carried(d.frame())).toEqual({ 'group.udp.throughput_bps': 1 });
  });
});

describe('moving in time', () => {
  it('fast-forwards to a later time, then pauses', () => {
    const d = session();
    d.send(open());
    d.run(100);
    d.send((it) => it.seek(150));
    expect(d.last('state')).toMatchObject({ seeking: true, playing: false });
    d.run(1000);
    expect(d.last('state')).toMatchObject({ seeking: false, playing: false, t_s: 150 });
  });

  it('goes back by the nearest snapshot, or from 0 without one', () => {
    const d = session();
    d.send(open({ until_s: 100, play: false }));
    d.run(1000);
    d.engine.log.length = 0;
    d.send((it) => it.seek(90.5));
    d.run(1000);
    expect(d.last('state')).toMatchObject({ t_s: 90.5, seeking: false });
    expect(d.engine.log).toEqual([expect.stringMatching(/^restore [5-9]\d\.\d$/)]);
    d.send((it) => it.seek(0.25));
    d.run(1000);
    expect(d.last('state')!.t_s).toBe(0.25);
    expect(d.engine.log[1]).toBe('open');
  });

  it('goes forward by a snapshot if the time was simulated before', () => {
    const d = session();
    d.send(open({ until_s: 100, play: false }));
    d.run(1000);
    d.send((it) => it.seek(20));
    d.run(1000);
    d.engine.log.length = 0;
    d.send((it) => it.seek(90.5));
    d.run(1000);
    expect(d.last('state')).toMatchObject({ t_s: 90.5, seeking: false });
    expect(d.engine.log).toEqual([expect.stringMatching(/^restore (8[6-9]|90)\.\d$/)]);
    // From where it went back, at once; from there on, nothing is known.
    d.send((it) => it.seek(120));
    d.run(1000);
    expect(d.engine.log[1]).toBe('restore 100.0');
    d.engine.log.length = 0;
    d.send((it) => it.seek(130));
    d.run(1000);
    expect(d.engine.log).toEqual([]);
  });

  it('replays edits after going back before them', () => {
    const d = session();
    d.send(open({ until_s: 20, play: false }));
    d.run(1000);
    const set = [{ path: 'bottlenecks.r0.rate_bps', value: 5e6 }];
    d.send((it) => it.edit(1, set));
    expect(d.edited()).toMatchObject({
      edit: { at_s: 20, set },
      current: { bottlenecks: [{ rate_bps: 5e6 }] },
    });
    d.engine.log.length = 0;
    d.send(
      (it) => it.seek(10),
      (it) => it.summary(),
    );
    d.run(1000);
    expect(d.engine.log).toEqual(['open']);
    d.send((it) => it.seek(25));
    d.run(1000);
    d.send((it) => it.edit(1, set));
    expect(d.edited()!.scenario.edits).toHaveLength(2);
  });

  it('reports the scenario when it passes an edit, forward or backward', () => {
    const d = session();
    const set = [{ path: 'bottlenecks.r0.rate_bps', value: 5e6 }];
    d.send(open({ scenario: fakeScenario({ edits: [{ at_s: 10, set }] }), play: false }));
    expect(d.opened()).toMatchObject({ current: { bottlenecks: [{ rate_bps: 10e6 }] } });
    d.send((it) => it.seek(20));
    d.run(1000);
    expect(d.last('layout')).toMatchObject({ run: 1, current: { bottlenecks: [{ rate_bps: 5e6 }] } });
    d.send((it) => it.seek(9.5));
    d.run(1000);
    expect(d.last('layout')).toMatchObject({ current: { bottlenecks: [{ rate_bps: 10e6 }] } });
    expect(d.count('layout')).toBe(2);
  });

  it('can be paused or played during a seek', () => {
    const d = session(0.01);
    d.send(open({ until_s: 100, play: false }));
    d.run(100);
    d.send((it) => it.pause());
    const stayed_s = d.last('state')!.t_s;
    expect(stayed_s).toBeGreaterThan(0);
    expect(stayed_s).toBeLessThan(100);
    d.send(
      (it) => it.seek(100),
      (it) => it.play(),
    );
    d.run(3000);
    expect(d.last('state')).toMatchObject({ playing: true, seeking: false });
  });

  it('steps by an event, a packet and 100 ms, pausing first', () => {
    const d = session();
    d.send(open());
    d.run(100);
    d.send((it) => it.step('event'));
    expect(d.last('state')).toMatchObject({ playing: false, seeking: false });
    const before_s = d.last('state')!.t_s;
    d.send((it) => it.step('100ms'));
    d.run(100);
    expect(d.last('state')!.t_s).toBeCloseTo(before_s + 0.1, 9);
    expect(d.last('state')).toMatchObject({ playing: false, seeking: false });
    expect(d.engine.log).toContain('step event');
    expect(d.last('step_done')).toMatchObject({ to: 'event', events: [{ at_s: before_s }] });
  });

  it('steps to the next event of a kind in slices, pauses exactly there and reports it', () => {
    const d = session(0.1);
    d.send(open({ play: false }), (it) => it.step('timeout'));
    expect(d.last('state')).toMatchObject({ playing: false, seeking: true });
    expect(d.count('step_done')).toBe(0);
    d.run(100);
    d.forgetLongestTurn();
    d.run(2000);
    expect(d.last('step_done')).toMatchObject({ to: 'timeout', events: [{ at_s: 10 }] });
    expect(d.last('state')).toMatchObject({ t_s: 10, playing: false, seeking: false });
    // Once it is known how long a step takes here, a slice is a slice.
    expect(d.longestTurn_ms()).toBeLessThan(60);
    expect(d.asleep()).toBe(true);
  });

  it('reports no event if none of the kind is left, and can be stopped', () => {
    const d = session();
    d.send(open({ scenario: fakeScenario({ duration_s: 5 }), play: false }), (it) => it.step('timeout'));
    d.run(100);
    expect(d.last('step_done')).toMatchObject({ to: 'timeout', events: [] });
    expect(d.last('state')).toMatchObject({ t_s: 5, ended: true, seeking: false });
    d.send(
      open({ run: 2 }),
      (it) => it.step('timeout'),
      (it) => it.pause(),
    );
    d.run(1000);
    expect(d.last('state')).toMatchObject({ run: 2, ended: false, playing: false, seeking: false });
    expect(d.count('step_done')).toBe(1);
  });
});

describe('answers', () => {
  it('have a value, or give the reason why there is none', () => {
    const d = session();
    d.send((it) => it.summary());
    expect(d.answer()).toEqual({ ok: false, problems: [{ path: '', message: 'There is no run yet.' }] });
    d.send((it) => it.check({ refuse: 'x' }));
    expect(d.answer()).toMatchObject({ ok: true, value: { ok: false } });
    d.send(open({ until_s: 3, play: false }));
    d.run(100);
    d.send((it) => it.recorded('drop', 0.5, 1));
    expect(d.answer()).toMatchObject({ ok: true, value: 1 });
    d.send((it) => it.recorded('drop', 3, 1));
    expect(d.answer()).toMatchObject({ ok: true, value: null });
  });

  it('refuse an edit that the engine refuses, or whose run has ended', () => {
    const d = session();
    d.send(open({ run: 3 }));
    d.send((it) => it.edit(3, [{ path: 'bottlenecks.r0.queue.limit_packets', value: 0 }]));
    expect(d.answer()).toMatchObject({
      ok: false,
      problems: [{ message: 'must be above 0, got 0' }],
    });
    d.send((it) => it.edit(2, []));
    expect(d.answer()).toMatchObject({ ok: false, problems: [{ message: WORKER.runEnded }] });
  });

  it('give the watched flows: the chosen ones that exist', () => {
    const d = session();
    d.send(open());
    expect(d.opened()!.layout.flows).toMatchObject([{ flow: 0 }]);
    d.send((it) => it.watch([3, 4]));
    expect(d.last('layout')!.layout.flows).toMatchObject([{ flow: 3 }, { flow: 4 }]);
    d.send(open({ run: 2, watch: [500, 7] }));
    expect(d.opened()!.layout.flows).toMatchObject([{ flow: 7 }]);
  });
});

describe('a broken engine', () => {
  it('is reported once, with its simulated time, and executes no more commands', () => {
    const d = session();
    d.send((it) => it.setSpeed('max'), open({ scenario: fakeScenario({ trap_s: 30 }) }));
    d.run(1000);
    expect(d.count('failed')).toBe(1);
    expect(d.last('failed')).toMatchObject({
      run: 1,
      message: expect.stringContaining('(unreachable)') as string,
    });
    const after = d.reports.length;
    d.send(
      (it) => it.requestFrame(),
      (it) => it.play(),
      open({ run: 2 }),
    );
    d.run(1000);
    expect(d.reports).toHaveLength(after);
  });
});

describe('warnings', () => {
  const early = { 'groups.tcp.access': 0 };
  const paths = (report?: { warnings: { path: string }[] }) => report?.warnings.map(({ path }) => path);

  it('of the scenario are reported with the run, at time 0', () => {
    const d = session();
    d.send(open({ scenario: fakeScenario({ traps: early }), play: false }));
    expect(d.opened()?.warnings).toMatchObject([{ path: 'groups.tcp.access', remedy: 'Leave it.' }]);
    expect(d.count('warnings')).toBe(0);
  });

  it('of the run are reported within about a second, once', () => {
    const d = session();
    d.send(open({ scenario: fakeScenario({ traps: { ...early, 'groups.tcp': 2 } }) }));
    d.run(3500);
    expect(paths(d.last('warnings'))).toEqual(['groups.tcp.access', 'groups.tcp']);
    expect(d.last('warnings')).toMatchObject({ run: 1 });
    expect(d.count('warnings')).toBe(1);
  });

  it('end when the run goes back before their cause', () => {
    const d = session();
    d.send(open({ scenario: fakeScenario({ traps: { 'groups.tcp': 2 } }) }));
    d.run(3500);
    d.send(
      (it) => it.pause(),
      (it) => it.seek(1),
    );
    d.run(1000);
    expect(paths(d.last('warnings'))).toEqual([]);
  });

  it('about a text are an answer', () => {
    const d = session();
    d.send((it) => it.lost('twice'));
    expect(d.answer()).toMatchObject({ ok: true, value: [{ path: 'title' }] });
  });
});

describe('a run whose scenario names a file', () => {
  const FILE: FileData = {
    sha256: 'ab',
    content: 'packets',
    columns: '',
    at_ps: new BigUint64Array(1),
    amounts: new Float64Array(1),
    length_ps: 1n,
    notes: [],
  };
  const wanting = (hashes: string[]) => open({ scenario: fakeScenario({ wants: hashes }), play: true });

  it('waits at its beginning, reports its files, and starts as commanded meanwhile', () => {
    const d = session();
    d.send(wanting(['ab', 'cd']), (it) => it.step('packet'));
    d.run(1000);
    expect(d.last('files')?.missing.map(({ sha256 }) => sha256)).toEqual(['ab', 'cd']);
    expect(d.last('state')).toMatchObject({ t_s: 0, playing: false });
    d.send((it) => it.addFile(FILE));
    d.run(1000);
    expect(d.last('files')?.missing.map(({ sha256 }) => sha256)).toEqual(['cd']);
    expect(d.last('state')?.t_s).toBe(0);
    d.send(
      (it) => it.seek(7),
      (it) => it.addFile({ ...FILE, sha256: 'cd' }),
    );
    d.run(1000);
    expect(d.last('files')?.missing).toEqual([]);
    expect(d.last('state')).toMatchObject({ t_s: 7, playing: false });
  });

  it('plays immediately if the file is loaded', () => {
    const d = session();
    d.send((it) => it.addFile(FILE), wanting(['ab']));
    d.run(1000);
    expect(d.count('files')).toBe(0);
    expect(d.last('state')?.playing).toBe(true);
  });

  it('pauses when an edit names a missing file, and continues from that time', () => {
    const d = session();
    d.send(wanting([]));
    d.run(2000);
    d.send((it) => it.edit(1, [{ path: 'wants', value: ['ab'] }]));
    d.run(2000);
    const { t_s, playing } = d.last('state')!;
    expect(playing).toBe(false);
    expect(t_s).toBeGreaterThan(1);
    d.send((it) => it.addFile(FILE));
    d.run(3000);
    expect(d.last('state')?.playing).toBe(true);
  });
});
