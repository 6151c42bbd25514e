import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { another, arrived, FakeStorage, wait, type Visit } from '../lab/testing/visit';
import * as notices from '../ui/notices';
import { CompareController } from './controller';
import { readSavedRuns } from './savedRunStore';

/** Number of runs saved by all tabs of a test. */
let kept = 0;

function controllerOf(current: Visit): CompareController {
  return new CompareController({
    current,
    another: () => another(current),
    workers: { size: 1, spawn: () => expect.fail('no replications in this test') },
    storage: current.storage,
    now_ms: () => Date.now(),
    freshId: () => `kept${++kept}`,
  });
}

/** Saves the current run with a new seed, so that it differs from those before. */
async function saveWithSeed(current: Visit, controller: CompareController, seed: number): Promise<void> {
  const { document } = current.state();
  void current.actions.openScenario({ ...document!, seed });
  await wait(100);
  void controller.saveBaseline();
  await wait(500);
}

const seeds = (runs: readonly { document: { seed: number } }[]): number[] =>
  runs.map((run) => run.document.seed);

beforeEach(() => {
  vi.useFakeTimers();
  kept = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a baseline', () => {
  it('is simulated only once the current run differs from it', async () => {
    const current = await arrived({ storage: new FakeStorage() });
    let started = 0;
    const controller = new CompareController({
      current,
      another: () => {
        const lab = another(current);
        const startWith: typeof lab.startWith = (scenario, options) => {
          started++;
          return lab.startWith(scenario, options);
        };
        return { ...lab, startWith };
      },
      workers: { size: 1, spawn: () => expect.fail('no replications in this test') },
      storage: current.storage,
      now_ms: () => Date.now(),
      freshId: () => `kept${++kept}`,
    });
    void controller.saveBaseline();
    await wait(500);
    expect(controller.store.getState()).toMatchObject({ baselineId: 'kept1', isCurrent: true });
    current.actions.restart();
    await wait(500);
    expect(started).toBe(0);
    void current.actions.openScenario({ ...current.state().document!, seed: 99 });
    await wait(500);
    expect(started).toBe(1);
    expect(controller.store.getState()).toMatchObject({ baselineId: 'kept1', isCurrent: false });
  });
});

describe('the list of saved runs', () => {
  it('contains the runs saved by two tabs', async () => {
    const storage = new FakeStorage();
    const [one, two] = [await arrived({ storage }), await arrived({ storage })];
    const [here, there] = [controllerOf(one), controllerOf(two)];
    await saveWithSeed(one, here, 1);
    await saveWithSeed(two, there, 2);
    await saveWithSeed(one, here, 3);
    expect(seeds(readSavedRuns(storage))).toEqual([3, 2, 1]);
    expect(seeds(here.store.getState().runs)).toEqual([3, 2, 1]);
    // The second tab removes its own run; those of the first stay.
    there.remove(readSavedRuns(storage)[1]!.id);
    expect(seeds(readSavedRuns(storage))).toEqual([3, 1]);
  });

  it('shows a stored run only once the engine has accepted it, and names one that it refuses', async () => {
    const storage = new FakeStorage();
    const current = await arrived({ storage });
    await saveWithSeed(current, controllerOf(current), 1);
    const [good] = readSavedRuns(storage);
    const broken = { ...good!, id: 'broken', document: { ...good!.document, edits: 5 } };
    storage.setItem('bufferlab.kept', JSON.stringify([good, broken]));
    const checked = current.sharing.checked.bind(current.sharing);
    const problems = [{ path: 'edits', message: 'must be a list, got 5' }];
    vi.spyOn(current.sharing, 'checked').mockImplementation((scenario) =>
      (scenario as { edits: unknown }).edits === 5
        ? Promise.resolve({ ok: false, problems })
        : checked(scenario),
    );
    const said = vi.spyOn(notices, 'notify');
    const again = controllerOf(current);
    expect(again.store.getState().runs).toEqual([]);
    await wait(500);
    expect(again.store.getState().runs.map(({ id }) => id)).toEqual([good!.id]);
    expect(said.mock.calls.map(([text]) => text).join()).toContain('edits: must be a list, got 5');
  });

  it('lasts until the page is closed if the storage is full, with one warning', async () => {
    const storage = new FakeStorage();
    const current = await arrived({ storage });
    const controller = controllerOf(current);
    await saveWithSeed(current, controller, 1);
    const before = storage.getItem('bufferlab.kept');
    const said = vi.spyOn(notices, 'notify');
    storage.quota = 0;
    await saveWithSeed(current, controller, 2);
    await saveWithSeed(current, controller, 3);
    expect(seeds(controller.store.getState().runs)).toEqual([3, 2, 1]);
    // The runs saved before are not lost.
    expect(storage.getItem('bufferlab.kept')).toBe(before);
    const refusals = said.mock.calls.filter(([text]) => text.includes('no space for saved runs'));
    expect(refusals).toHaveLength(1);
  });
});
