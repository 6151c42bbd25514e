import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import type { Scenario } from '../scenario/types';
import type { LabState } from './state';
import { arrived, FakeStorage, hashOf, LIMIT, limitOf, visit, wait, type Visit } from './testing/visit';
import type { Work } from './work';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('opening the page', () => {
  it('shows the first preset, already running at its speed, without touching the address', async () => {
    const v = await arrived();
    expect(v.state()).toMatchObject({
      presetId: 'one-flow',
      engine: { status: 'ready' },
      problems: [],
      offer: null,
    });
    await wait(1000);
    expect(v.state().run).toMatchObject({ playing: true, targetSpeed: 5 });
    expect(v.state().run.t_s).toBeCloseTo(5, 0);
    expect(v.state().run.speed).toBeCloseTo(5, 0);
    expect(v.window.entries).toHaveLength(1);
    expect(v.window.location.hash).toBe('');
  });

  it('does not run the first preset where it cannot be seen', async () => {
    const v = await arrived({ isSeen: false });
    await wait(1000);
    expect(v.state()).toMatchObject({ presetId: 'one-flow', run: { playing: false, t_s: 0 } });
    const linked = await arrived({ isSeen: false, hash: hashOf(fakeScenario({ title: 'Mine' })) });
    expect(linked.state().run.playing).toBe(true);
  });

  it('opens the link in the address at its time', async () => {
    const scenario = fakeScenario({ title: 'From a friend' });
    const v = await arrived({ hash: hashOf(scenario, { t_s: 12, play: false, speed: 3 }) });
    expect(v.state().document).toEqual(scenario);
    expect(v.state()).toMatchObject({ presetId: null, run: { t_s: 12, playing: false, targetSpeed: 3 } });
  });

  it('fits the time axis to the run at any time', async () => {
    const short = await arrived({ hash: hashOf(fakeScenario({ duration_s: 0.5, warmup_s: 0 })) });
    expect(short.view.store.getState().span_s).toBe(0.5);
    const long = fakeScenario({ duration_s: 100_000, warmup_s: 0 });
    const v = await arrived({ hash: hashOf(long, { t_s: 12, play: false }) });
    expect(v.view.store.getState().span_s).toBe(10_000);
  });

  it('lists the edits of a link until another experiment is opened', async () => {
    const edits = [{ at_s: 37, set: [{ path: LIMIT, value: 50 }] }];
    const v = await arrived({ hash: hashOf(fakeScenario({ edits }), { t_s: 12, play: false }) });
    expect(v.state().linkedEdits).toEqual(edits);
    v.actions.openPreset('two');
    await wait(100);
    expect(v.state().linkedEdits).toEqual([]);
  });

  it('recognizes an unchanged preset in a link', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario({ title: 'Two' })) });
    expect(v.state().presetId).toBe('two');
  });

  it('completes the presets, so that one with another seed is based on its preset', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario({ title: 'Two', seed: 2 })) });
    expect(v.state()).toMatchObject({ presetId: null, completed: { two: fakeScenario({ title: 'Two' }) } });
    const first = await arrived();
    expect(first.state().completed).toEqual({ 'one-flow': fakeScenario() });
  });

  it('says in the origin of files that a preset was changed, and leaves the title of the document', async () => {
    vi.stubGlobal('location', new URL('https://lab.example/'));
    const of = async (change: Partial<Scenario>) => {
      const v = await arrived({ hash: hashOf(fakeScenario({ title: 'Two', ...change })) });
      const origin = v.sharing.origin();
      await wait(100);
      expect(v.state().document!.title).toBe('Two');
      return origin;
    };
    expect(await of({ duration_s: 7 })).toMatchObject({ title: 'Two, changed' });
    expect(await of({ seed: 2 })).toMatchObject({ title: 'Two', seed: 2 });
  });

  it('explains a broken or refused link and shows the first preset', async () => {
    const broken = await arrived({ hash: '#1.dabc' });
    expect(broken.state()).toMatchObject({
      presetId: 'one-flow',
      isBadLink: true,
      problems: [{ message: expect.stringContaining('cut short') as string }],
    });
    const refused = await arrived({ hash: hashOf({ version: 1, refuse: 'out of range' }) });
    expect(refused.state()).toMatchObject({
      presetId: 'one-flow',
      isBadLink: true,
      problems: [{ message: 'out of range' }],
    });
    // A refused change is no bad link.
    broken.actions.change([{ path: LIMIT, value: 0 }]);
    await wait(100);
    expect(broken.state()).toMatchObject({ isBadLink: false, problems: [{ path: LIMIT }] });
  });
});

describe('the address', () => {
  it('gets an entry per change, and going back opens the earlier document', async () => {
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
  /** A tab in which the experiment was given this title, and whatever it was kept as. */
  async function worked(storage: FakeStorage, title: string, hash = ''): Promise<Visit> {
    const v = await arrived({ storage, hash });
    v.actions.change([{ path: 'title', value: title }]);
    await wait(600);
    return v;
  }
  const kept = (storage: FakeStorage): string[] =>
    [...storage.items].flatMap(([key, text]) =>
      key.startsWith('bufferlab.work.') ? [(JSON.parse(text) as Work).document.title] : [],
    );

  it('is offered on the next visit, and never overwritten by a link', async () => {
    const storage = new FakeStorage();
    (await worked(storage, 'My work')).goes();
    const second = await arrived({ storage, hash: hashOf(fakeScenario({ title: 'A link' })) });
    expect(second.state()).toMatchObject({ document: { title: 'A link' }, offer: { title: 'My work' } });
    second.actions.change([{ path: 'seed', value: 9 }]);
    await wait(600);
    second.goes();
    const third = await arrived({ storage });
    expect(third.state()).toMatchObject({ presetId: 'one-flow', offer: { title: 'A link' } });
    expect(kept(storage).sort()).toEqual(['A link', 'My work']);
  });

  it('that is resumed continues in its slot, and undo returns without a copy', async () => {
    const storage = new FakeStorage();
    (await worked(storage, 'My work')).goes();
    const v = await worked(storage, 'A link', hashOf(fakeScenario()));
    v.actions.resumeWork(v.state().offer!.id);
    await wait(600);
    expect(v.state()).toMatchObject({ document: { title: 'My work' }, offer: null });
    v.actions.change([{ path: 'seed', value: 7 }]);
    await wait(600);
    expect(kept(storage).sort()).toEqual(['A link', 'My work']);
    for (const [go, title] of [
      ['undo', 'My work'],
      ['undo', 'A link'],
      ['redo', 'My work'],
    ] as const) {
      v.actions[go]();
      await wait(1000);
      expect(v.state().document).toMatchObject({ title });
      expect(kept(storage).sort()).toEqual(['A link', 'My work']);
    }
  });

  it('that is resumed stays in its slot if nothing can be saved', async () => {
    const storage = new FakeStorage();
    (await worked(storage, 'My work')).goes();
    const v = await arrived({ storage });
    storage.quota = 0;
    v.actions.resumeWork(v.state().offer!.id);
    await wait(600);
    v.actions.change([{ path: 'seed', value: 7 }]);
    await wait(600);
    expect(kept(storage)).toEqual(['My work']);
    expect(v.state()).toMatchObject({ unsaved: { why: 'full', document: { title: 'My work', seed: 7 } } });
  });

  it('of an open tab is not offered or deleted, and is resumed as a copy', async () => {
    const storage = new FakeStorage();
    const first = await worked(storage, 'My work');
    const second = await arrived({ storage });
    expect(second.state().offer).toBeNull();
    expect(await second.actions.earlierWork()).toEqual([]);
    storage.quota = [...storage.items.values()].join('').length;
    second.actions.change([{ path: 'title', value: 'No room for this' }]);
    await wait(600);
    expect(kept(storage)).toEqual(['My work']);
    expect(second.state()).toMatchObject({ unsaved: { why: 'full' }, removed: [] });
    storage.quota = Infinity;
    const [, id = ''] = /bufferlab\.work\.(.*)/.exec([...storage.items.keys()][0]!)!;
    second.actions.resumeWork(id);
    await wait(600);
    second.actions.change([{ path: 'title', value: 'My copy' }]);
    await wait(600);
    expect(kept(storage)).toContain('My work');
    expect(kept(storage)).toContain('My copy');
    first.goes();
    expect(await second.actions.earlierWork()).toMatchObject([{ title: 'My work' }]);
  });

  it('that was dismissed is hidden in this page and the next, and stays saved', async () => {
    const storage = new FakeStorage();
    (await worked(storage, 'My work')).goes();
    const second = await arrived({ storage });
    second.actions.dismissOffer();
    expect(second.state().offer).toBeNull();
    expect(kept(storage)).toEqual(['My work']);
    second.goes();
    const third = await arrived({ storage });
    expect(third.state().offer).toBeNull();
    const [work] = await third.actions.earlierWork();
    expect(work).toMatchObject({ title: 'My work' });
    third.actions.removeWork(work!.id);
    expect(kept(storage)).toEqual([]);
  });

  it('that is not saved is reported once, until work is saved again', async () => {
    const storage = new FakeStorage();
    storage.quota = 0;
    const v = await worked(storage, 'Nowhere kept');
    expect(v.state()).toMatchObject({ unsaved: { why: 'full', document: { title: 'Nowhere kept' } } });
    v.actions.dismissUnsaved();
    v.actions.change([{ path: 'seed', value: 2 }]);
    await wait(600);
    expect(v.state().unsaved).toBeNull();
    storage.quota = Infinity;
    v.actions.change([{ path: 'seed', value: 3 }]);
    await wait(600);
    storage.quota = 0;
    v.actions.change([{ path: 'seed', value: 4 }]);
    await wait(600);
    expect(v.state().unsaved).toMatchObject({ document: { seed: 4 } });
    expect(kept(storage)).toEqual(['Nowhere kept']);
  });

  it('removes the oldest work for new work, and the page has a copy', async () => {
    const storage = new FakeStorage();
    for (const title of ['one', 'two', 'three']) (await worked(storage, title)).goes();
    storage.quota = [...storage.items.values()].join('').length + 10;
    const v = await worked(storage, 'four');
    expect(kept(storage).sort()).toEqual(['four', 'three', 'two']);
    expect(v.state()).toMatchObject({ unsaved: null, removed: [{ title: 'one' }] });
  });
});

describe('a broken engine', () => {
  it('loses the run, but not the scenario and later changes, and can be restarted', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario({ trap_s: 1 })) });
    await wait(2000);
    expect(v.state().engine).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('(unreachable)') as string,
    });
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

  it('that did not load is requested again, and the experiment opens once', async () => {
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

  it('refuses the changes of a scenario that was asked for before the Lab was closed', async () => {
    const v = await arrived();
    const asked = v.applied(fakeScenario(), [{ path: LIMIT, value: 50 }]);
    v.close();
    expect(await asked).toEqual({
      ok: false,
      problems: [{ path: '', message: 'The simulator was closed.' }],
    });
  });
});

describe('the player', () => {
  it('pauses, steps, seeks, and restarts at the end', async () => {
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

describe('stepping', () => {
  it('gives the events until the run continues', async () => {
    const v = await arrived();
    v.actions.step('event');
    await wait(100);
    const first = v.state().lastStep;
    expect(first).toMatchObject({ to: 'event', events: [{ what: { kind: 'measuring' } }] });
    v.actions.step('event');
    await wait(100);
    expect(v.state().lastStep?.count).toBe((first?.count ?? 0) + 1);
    v.actions.play();
    await wait(100);
    expect(v.state().lastStep).toBeNull();
  });

  it('goes to the next recorded drop, or runs to the next one', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario(), { t_s: 2.5, play: false }) });
    const { store, actions } = v.view;
    actions.setCursor(0.5);
    const found = v.actions.next('drop', 1);
    await wait(100);
    await found;
    expect(store.getState().cursor_s).toBe(1);
    expect(v.state().run.t_s).toBe(2.5);
    actions.setCursor(2.2);
    const going = v.actions.next('drop', 1);
    await wait(100);
    await going;
    expect(v.state().run).toMatchObject({ t_s: 3, playing: false, seeking: false });
    expect(v.state().lastStep).toMatchObject({ to: 'drop', events: [{ at_s: 3 }] });
    expect(store.getState().cursor_s).toBe(3);
    const none = v.actions.next('edit', -1);
    await wait(100);
    await none;
    expect(v.state().run.t_s).toBe(3);
  });
});

describe('branches that the run left', () => {
  it('are kept when it goes back and is edited, and can be continued', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario(), { t_s: 20, play: false }) });
    v.actions.change([{ path: LIMIT, value: 50 }]);
    await wait(50);
    expect(v.state().branches).toEqual([]);
    v.actions.seek(30);
    await wait(200);
    v.actions.seek(10);
    await wait(200);
    expect(v.state().run).toMatchObject({ t_s: 10, reached_s: 30 });
    expect(limitOf(v)).toBe(100);

    v.actions.change([{ path: LIMIT, value: 7 }]);
    await wait(50);
    const left = v.state().branches;
    expect(left).toMatchObject([{ from_s: 10, reached_s: 30, document: { edits: [{ at_s: 20 }] } }]);
    expect(v.state().document!.edits).toMatchObject([{ at_s: 10 }]);
    expect(v.state().run).toMatchObject({ t_s: 10, reached_s: 10 });

    v.actions.switchBranch(left[0]!.id);
    await wait(500);
    expect(v.state()).toMatchObject({
      run: { t_s: 30, playing: false },
      document: { edits: [{ at_s: 20 }] },
      branches: [],
    });
    expect(limitOf(v)).toBe(50);
    v.actions.undo();
    await wait(500);
    expect(v.state().document!.edits).toMatchObject([{ at_s: 10 }]);
  });

  it('change places with the present one when that has come farther than where they part', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario(), { t_s: 20, play: false }) });
    v.actions.seek(10);
    await wait(200);
    v.actions.change([{ path: LIMIT, value: 7 }]);
    await wait(50);
    v.actions.seek(15);
    await wait(200);
    v.actions.switchBranch(v.state().branches[0]!.id);
    await wait(500);
    expect(v.state()).toMatchObject({
      run: { t_s: 20 },
      document: { edits: [] },
      branches: [{ from_s: 10, reached_s: 15, document: { edits: [{ at_s: 10 }] } }],
    });
  });

  it('are gone when the run starts again as another, or an experiment is opened', async () => {
    const v = await arrived({ hash: hashOf(fakeScenario(), { t_s: 20, play: false }) });
    const branch = async (value: number): Promise<void> => {
      v.actions.seek(20);
      await wait(300);
      v.actions.seek(10);
      await wait(300);
      v.actions.change([{ path: LIMIT, value }]);
      await wait(50);
      expect(v.state().branches).toHaveLength(1);
    };
    await branch(7);
    v.actions.newSeed();
    await wait(100);
    expect(v.state().branches).toEqual([]);
    await branch(8);
    v.actions.openPreset('two');
    await wait(100);
    expect(v.state().branches).toEqual([]);
  });
});
