import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import { GESTURE_EDITS, STILL_MS } from './editor';
import { stillThere } from './state';
import { arrived, hashOf, LIMIT, limitOf, wait } from './testing/visit';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a change', () => {
  it('edits the running simulation when the parameter is live', async () => {
    const v = await arrived();
    await wait(400);
    v.actions.change([{ path: LIMIT, value: 50 }]);
    expect(limitOf(v)).toBe(50);
    await wait(50);
    expect(limitOf(v, 'document')).toBe(100);
    expect(v.state().document!.edits).toMatchObject([{ set: [{ path: LIMIT, value: 50 }] }]);
    expect(v.state()).toMatchObject({ presetId: null, run: { run: 1, playing: true } });
  });

  it('restarts the run when it is not live, with the edits in the scenario', async () => {
    const v = await arrived();
    await wait(400);
    v.actions.change([{ path: LIMIT, value: 50 }]);
    v.actions.change([{ path: 'groups.tcp.traffic.max_window_packets', value: 32 }]);
    await wait(20);
    expect(v.state().run).toMatchObject({ run: 2, playing: true });
    expect(v.state().run.t_s).toBeLessThan(0.5);
    expect(limitOf(v, 'document')).toBe(50);
    expect(v.state().document!.edits).toEqual([]);
  });

  it('restarts the run at its beginning and at its end', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario({ duration_s: 2 }), { t_s: 2, speed: 1 }) });
    expect(v.state().run).toMatchObject({ ended: true, playing: false });
    v.actions.change([{ path: LIMIT, value: 50 }]);
    await wait(20);
    expect(v.state()).toMatchObject({
      run: { run: 2, playing: true, ended: false },
      document: { edits: [] },
    });
  });

  it('that adds a group to a paused run changes the scenario, and the run stays paused', async () => {
    const v = await arrived();
    await wait(400);
    v.actions.pause();
    await wait(50);
    const added = { ...v.state().current!.groups[0]!, id: 'call' };
    v.actions.change([{ path: 'groups.call', value: added }]);
    await wait(50);
    expect(v.state()).toMatchObject({
      run: { run: 2, t_s: 0, playing: false },
      document: { edits: [], groups: [{}, {}, { id: 'call' }] },
    });
    v.actions.undo();
    await wait(50);
    expect(v.state().document!.groups).toHaveLength(2);
  });

  it('that adds a group to a run that plays is an edit', async () => {
    const v = await arrived();
    await wait(400);
    v.actions.change([{ path: 'groups.call', value: { ...v.state().current!.groups[0]!, id: 'call' } }]);
    await wait(50);
    expect(v.state()).toMatchObject({ run: { run: 1 }, document: { edits: [{}] } });
  });

  it('that the engine makes at time 0 is no edit', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario(), { play: false }) });
    // The page knows a later time than the engine, which has just returned to 0.
    v.store.setState(({ run }) => ({ run: { ...run, t_s: 1 } }));
    v.actions.change([{ path: LIMIT, value: 50 }]);
    await wait(50);
    expect(v.worker().sent('edit')).toHaveLength(1);
    expect(v.state()).toMatchObject({ run: { t_s: 0, playing: false }, document: { edits: [] } });
    expect(limitOf(v, 'document')).toBe(50);
  });

  it('in a link at time 0 is no edit of the run', async () => {
    const edits = [{ at_s: 0, set: [{ path: LIMIT, value: 50 }] }];
    const v = await arrived({ hash: hashOf(fakeScenario({ edits }), { t_s: 2, play: false }) });
    expect(v.state().linkedEdits).toEqual([]);
  });

  it('becomes part of the scenario when the run has the largest number of edits', async () => {
    const edits = Array.from({ length: 1000 }, (_, i) => ({
      at_s: i / 1000,
      set: [{ path: LIMIT, value: i + 1 }],
    }));
    const v = await arrived({ hash: hashOf(fakeScenario({ edits }), { t_s: 5 }) });
    v.actions.change([{ path: LIMIT, value: 50 }]);
    await wait(50);
    expect(v.state()).toMatchObject({ problems: [], run: { run: 2 }, document: { edits: [] } });
    expect(limitOf(v)).toBe(50);
  });

  it('of texts does not affect the run', async () => {
    const v = await arrived();
    await wait(400);
    v.actions.change([
      { path: 'title', value: 'Mine' },
      { path: 'groups.tcp.label', value: 'Uploads' },
    ]);
    await wait(50);
    expect(v.state()).toMatchObject({ run: { run: 1 }, document: { title: 'Mine', edits: [] } });
    expect(v.state().layout!.groups[0]).toMatchObject({ label: 'Uploads' });
    v.actions.change([{ path: LIMIT, value: 50 }]);
    await wait(50);
    expect(v.state().document).toMatchObject({ title: 'Mine', edits: [{}] });
    expect(v.state().current).toMatchObject({ title: 'Mine', groups: [{ label: 'Uploads' }, {}] });
  });

  it('that is refused is undone, with its problems listed, while the run continues', async () => {
    const v = await arrived();
    await wait(400);
    v.actions.change([{ path: LIMIT, value: 0 }]);
    expect(limitOf(v)).toBe(0);
    await wait(50);
    expect(limitOf(v)).toBe(100);
    expect(v.state()).toMatchObject({
      problems: [{ path: LIMIT, message: 'must be above 0, got 0' }],
      run: { run: 1, playing: true },
      history: { canUndo: false },
      presetId: 'one-flow',
    });
    v.actions.change([{ path: LIMIT, value: 100 }]);
    await wait(50);
    expect(v.state().problems).toEqual([]);
    expect(v.worker().sent('edit')).toHaveLength(1);
  });

  it('that removes the selected part selects the experiment, and its undo selects the part again', async () => {
    const v = await arrived();
    const shown = () => stillThere(v.state().selection, v.state().current!);
    v.actions.select({ kind: 'group', id: 'udp' });
    v.actions.change([{ path: 'groups.udp', value: null }]);
    await wait(50);
    expect(v.state().current?.groups).toMatchObject([{ id: 'tcp' }]);
    expect(shown()).toEqual({ kind: 'scenario' });
    v.actions.undo();
    await wait(50);
    expect(shown()).toEqual({ kind: 'group', id: 'udp' });
  });
});

describe('a gesture', () => {
  it('reaches the engine at most every 250 ms, with its last value', async () => {
    const v = await arrived();
    await wait(400);
    for (let value = 1; value <= 50; value++) {
      v.actions.change([{ path: LIMIT, value }], 'drag');
      expect(limitOf(v)).toBe(value);
      await wait(20);
    }
    v.actions.endGesture();
    await wait(50);
    const sent = v.worker().sent('edit');
    expect(sent.length).toBeGreaterThanOrEqual(4);
    expect(sent.length).toBeLessThanOrEqual(6);
    expect(sent.at(-1)![1]).toEqual([{ path: LIMIT, value: 50 }]);
  });

  it('makes at most five edits, with its last value', async () => {
    for (const moves of [3, 20, 250]) {
      const v = await arrived();
      await wait(400);
      for (let value = 1; value <= moves; value++) {
        v.actions.change([{ path: LIMIT, value: 1000 + value }], 'drag');
        await wait(20);
      }
      v.actions.endGesture();
      await wait(50);
      const { edits } = v.state().document!;
      expect(edits.length).toBeGreaterThan(0);
      expect(edits.length).toBeLessThanOrEqual(GESTURE_EDITS);
      expect(edits.at(-1)!.set).toEqual([{ path: LIMIT, value: 1000 + moves }]);
      v.close();
    }
  });

  it('ends after a pause with its last edit; further changes are another gesture', async () => {
    const v = await arrived();
    await wait(400);
    const drag = async (from: number): Promise<void> => {
      for (let value = from; value < from + 200; value++) {
        v.actions.change([{ path: LIMIT, value }], 'drag');
        await wait(20);
      }
      await wait(STILL_MS + 50);
      expect(v.worker().sent('edit').at(-1)![1]).toEqual([{ path: LIMIT, value: from + 199 }]);
    };
    await drag(1000);
    expect(v.state().document!.edits).toHaveLength(GESTURE_EDITS);
    await drag(2000);
    expect(v.state().document!.edits).toHaveLength(2 * GESTURE_EDITS);
    v.actions.undo();
    await wait(100);
    expect(limitOf(v)).toBe(1199);
  });

  it('adds exactly the values that the run had to the document', async () => {
    const v = await arrived();
    await wait(400);
    for (let value = 1; value <= 50; value++) {
      v.actions.change([{ path: LIMIT, value }], 'drag');
      await wait(20);
    }
    v.actions.endGesture();
    await wait(50);
    const { edits } = v.state().document!;
    expect(edits.map(({ set }) => set)).toEqual(
      v
        .worker()
        .sent('edit')
        .map(([, set]) => set),
    );
    const times = edits.map(({ at_s }) => at_s);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('that returns to its first value makes no edit', async () => {
    const v = await arrived();
    await wait(400);
    for (const value of [100, 100, 60, 100]) v.actions.change([{ path: LIMIT, value }], 'drag');
    v.actions.endGesture();
    await wait(300);
    expect(v.worker().sent('edit')).toEqual([]);
    expect(v.state()).toMatchObject({
      document: { edits: [] },
      history: { canUndo: false },
      presetId: 'one-flow',
    });
    expect(limitOf(v)).toBe(100);
  });

  it('is one undo step and one history entry', async () => {
    const v = await arrived();
    await wait(400);
    for (let value = 1; value <= 100; value++) {
      v.actions.change([{ path: LIMIT, value }], 'drag');
      await wait(50);
    }
    v.actions.endGesture();
    await wait(500);
    expect(v.window.entries).toHaveLength(2);
    v.actions.undo();
    await wait(500);
    expect(v.state()).toMatchObject({ document: { edits: [] }, history: { canUndo: false, canRedo: true } });
    expect(limitOf(v)).toBe(100);
  });

  it('on a paused run is sent after a pause or at its end', async () => {
    const v = await arrived();
    await wait(400);
    v.actions.pause();
    await wait(50);
    const drag = async (from: number): Promise<void> => {
      for (let value = from; value < from + 20; value++) {
        v.actions.change([{ path: LIMIT, value }], 'drag');
        expect(limitOf(v)).toBe(value);
        await wait(50);
      }
    };
    await drag(10);
    v.actions.endGesture();
    await wait(10);
    expect(
      v
        .worker()
        .sent('edit')
        .map(([, set]) => set[0]!.value),
    ).toEqual([29]);
    await drag(50);
    await wait(500);
    expect(
      v
        .worker()
        .sent('edit')
        .map(([, set]) => set[0]!.value),
    ).toEqual([29, 69]);
  });

  it('ends when the next one of the same name begins', async () => {
    const v = await arrived();
    await wait(400);
    for (const value of [10, 20]) {
      v.actions.change([{ path: LIMIT, value }], 'drag');
      v.actions.endGesture();
    }
    await wait(300);
    v.actions.undo();
    await wait(100);
    expect(limitOf(v)).toBe(10);
  });
});

describe('undo and redo', () => {
  it('of a live edit reopens the earlier document at the present time', async () => {
    const v = await arrived();
    await wait(1000);
    v.actions.change([{ path: LIMIT, value: 50 }]);
    await wait(1000);
    const before_s = v.state().run.t_s;
    v.actions.undo();
    await wait(150);
    expect(limitOf(v)).toBe(100);
    expect(v.state().run.t_s).toBeGreaterThanOrEqual(before_s);
    expect(v.state().run).toMatchObject({ playing: true, seeking: false, target_s: null });
    v.actions.redo();
    await wait(150);
    expect(limitOf(v)).toBe(50);
    expect(v.state().document!.edits).toHaveLength(1);
  });

  it('returns to the previous preset after another was opened', async () => {
    const v = await arrived();
    v.actions.openPreset('two');
    await wait(100);
    expect(v.state()).toMatchObject({ presetId: 'two', document: { title: 'Two' }, run: { targetSpeed: 2 } });
    v.actions.undo();
    await wait(100);
    expect(v.state()).toMatchObject({ presetId: 'one-flow', document: { title: 'One flow' } });
  });
});

describe('a restart', () => {
  it('leaves a paused run paused at time 0, and plays one that has ended', async () => {
    const v = await arrived();
    await wait(400);
    v.actions.pause();
    await wait(50);
    v.actions.restart();
    await wait(200);
    expect(v.state().run).toMatchObject({ run: 2, t_s: 0, playing: false });
    const ended = await arrived({ hash: hashOf(fakeScenario({ duration_s: 2 }), { t_s: 2 }) });
    ended.actions.restart();
    await wait(20);
    expect(ended.state().run).toMatchObject({ playing: true, ended: false });
  });

  it('continues a run that plays', async () => {
    const v = await arrived();
    await wait(400);
    v.actions.restart();
    await wait(20);
    expect(v.state().run).toMatchObject({ run: 2, playing: true });
  });
});
