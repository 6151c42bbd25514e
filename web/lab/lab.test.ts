import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import type { LabState } from './state';
import { arrived, FakeStorage, hashOf, LIMIT, limitOf, visit, wait } from './testing/visit';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('arriving', () => {
  it('shows the first preset, already running at its speed, without touching the address', async () => {
    const v = await arrived();
    expect(v.state()).toMatchObject({
      presetId: 'one-flow',
      engine: { status: 'ready' },
      problems: [],
      offer: null,
    });
    await wait(1000);
    expect(v.state().run).toMatchObject({ playing: true, wanted: 5 });
    expect(v.state().run.t_s).toBeCloseTo(5, 0);
    expect(v.state().run.speed).toBeCloseTo(5, 0);
    expect(v.window.entries).toHaveLength(1);
    expect(v.window.location.hash).toBe('');
  });

  it('opens the link in the address, at its moment', async () => {
    const scenario = fakeScenario({ title: 'From a friend' });
    const v = await arrived({ hash: hashOf(scenario, { t_s: 12, play: false, speed: 3 }) });
    expect(v.state().document).toEqual(scenario);
    expect(v.state()).toMatchObject({ presetId: null, run: { t_s: 12, playing: false, wanted: 3 } });
  });

  it('recognises a preset that a link carries unchanged', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario({ title: 'Two' })) });
    expect(v.state().presetId).toBe('two');
  });

  it('knows the presets whole, so that one with another seed is still that preset', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario({ title: 'Two', seed: 2 })) });
    expect(v.state()).toMatchObject({ presetId: null, completed: { two: fakeScenario({ title: 'Two' }) } });
    const first = await arrived();
    expect(first.state().completed).toEqual({ 'one-flow': fakeScenario() });
  });

  it('explains a broken or refused link and shows the first preset', async () => {
    const broken = await arrived({ hash: '#1.dabc' });
    expect(broken.state()).toMatchObject({
      presetId: 'one-flow',
      problems: [{ message: expect.stringContaining('cut short') as string }],
    });
    const refused = await arrived({ hash: hashOf({ version: 1, refuse: 'out of range' }) });
    expect(refused.state()).toMatchObject({ presetId: 'one-flow', problems: [{ message: 'out of range' }] });
  });
});

describe('the address', () => {
  it('gets an entry per change, and going back opens what was there', async () => {
    const v = await arrived();
    v.actions.change([{ path: 'seed', value: 2 }]);
    await wait(500);
    v.actions.change([{ path: 'seed', value: 3 }]);
    await wait(500);
    expect(v.window.entries).toHaveLength(3);
    v.window.go(-1);
    await wait(100);
    expect(v.state().document!.seed).toBe(2);
    v.window.go(-1);
    await wait(100);
    expect(v.state().document!.seed).toBe(1);
    v.window.go(2);
    await wait(600);
    expect(v.state().document!.seed).toBe(3);
    expect(v.window.entries).toHaveLength(3);
  });

  it('is never written inside an iframe', async () => {
    const v = await arrived({ embedded: true });
    v.actions.newSeed();
    v.actions.openPreset('two');
    await wait(600);
    expect(v.window.entries).toEqual([{ hash: '', state: null }]);
    expect(v.state().document).toMatchObject({ title: 'Two' });
  });
});

describe('local work', () => {
  it('is offered on the next visit, and never overwritten by a link', async () => {
    const storage = new FakeStorage();
    const first = await arrived({ storage });
    first.actions.change([{ path: 'title', value: 'My work' }]);
    await wait(600);
    const second = await arrived({ storage, hash: hashOf(fakeScenario({ title: 'A link' })) });
    expect(second.state()).toMatchObject({ document: { title: 'A link' }, offer: { title: 'My work' } });
    second.actions.change([{ path: 'seed', value: 9 }]);
    await wait(600);
    const third = await arrived({ storage });
    expect(third.state()).toMatchObject({ presetId: 'one-flow', offer: { title: 'A link' } });
    second.actions.takeOffer();
    await wait(600);
    expect(second.state()).toMatchObject({ document: { title: 'My work' }, offer: null });
    second.actions.undo();
    await wait(100);
    expect(second.state().document).toMatchObject({ title: 'A link', seed: 9 });
  });

  it('that was dismissed is gone; the lab works without storage', async () => {
    const storage = new FakeStorage();
    const first = await arrived({ storage });
    first.actions.change([{ path: 'title', value: 'My work' }]);
    await wait(600);
    const second = await arrived({ storage });
    second.actions.dismissOffer();
    expect(second.state().offer).toBeNull();
    storage.quota = 0;
    const third = await arrived({ storage });
    expect(third.state().offer).toBeNull();
    third.actions.change([{ path: 'title', value: 'Nowhere kept' }]);
    await wait(600);
    expect(third.state().document).toMatchObject({ title: 'Nowhere kept' });
  });
});

describe('a broken engine', () => {
  it('loses the run but neither the scenario nor later changes, and can be started again', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario({ trap_s: 1 })) });
    await wait(2000);
    expect(v.state().engine).toMatchObject({ status: 'failed', message: 'unreachable' });
    expect(v.state().run).toMatchObject({ playing: false });
    v.actions.change([{ path: LIMIT, value: 60 }]);
    await wait(50);
    expect(limitOf(v)).toBe(60);
    v.actions.undo();
    await wait(50);
    expect(limitOf(v)).toBe(100);
    v.actions.redo();
    await wait(50);
    v.actions.restartEngine();
    await wait(100);
    expect(v.state()).toMatchObject({ engine: { status: 'ready', message: null }, run: { playing: true } });
    expect(v.workers).toHaveLength(2);
    expect(limitOf(v)).toBe(60);
  });

  it('that never came is asked for again, and what was to be opened opens once', async () => {
    const v = visit({ hash: hashOf(fakeScenario({ title: 'From a friend' })) });
    v.worker().deaf = true;
    await wait(60_000);
    expect(v.state().engine.status).toBe('compiling');
    v.actions.restartEngine();
    await wait(100);
    expect(v.state()).toMatchObject({ engine: { status: 'ready' }, document: { title: 'From a friend' } });
    expect(v.workers).toHaveLength(2);
    expect(v.worker().sent('open')).toHaveLength(1);
  });

  it('is replaced when another experiment is opened', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario({ trap_s: 1 })) });
    await wait(2000);
    v.actions.openPreset('two');
    await wait(100);
    expect(v.state()).toMatchObject({ engine: { status: 'ready' }, document: { title: 'Two' } });
  });
});

describe('the player', () => {
  it('pauses, steps, seeks and starts again at the end', async () => {
    const v = await arrived();
    v.actions.toggle();
    await wait(50);
    expect(v.state().run.playing).toBe(false);
    const seen: LabState['run'][] = [];
    const stop = v.store.subscribe(({ run }) => seen.push(run));
    v.actions.seek(150);
    await wait(300);
    stop();
    expect(seen).toContainEqual(expect.objectContaining({ seeking: true, target_s: 150 }));
    expect(v.state().run).toMatchObject({ seeking: false, target_s: null, t_s: 150 });
    v.actions.step('100ms');
    await wait(50);
    expect(v.state().run.t_s).toBeCloseTo(150.1, 9);
    v.actions.seek(1e9);
    await wait(300);
    expect(v.state().run).toMatchObject({ ended: true, t_s: 200 });
    v.actions.play();
    await wait(100);
    expect(v.state().run).toMatchObject({ ended: false, playing: true });
  });

  it('answers with the summary', async () => {
    const v = await arrived();
    const summary = v.actions.summary();
    await wait(10);
    expect(await summary).toMatchObject({ digest: expect.any(String) as string });
  });
});
