import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { another, arrived, FakeStorage, wait, type Visit } from '../lab/testing/visit';
import * as notices from '../ui/notices';
import { CompareController } from './controller';
import { readSavedRuns } from './savedRunStore';

/** Runs kept by all tabs of a test. */
let kept = 0;

function controllerOf(front: Visit): CompareController {
  return new CompareController({
    front,
    another: () => another(front),
    workers: { size: 1, spawn: () => expect.fail('nothing is repeated here') },
    storage: front.storage,
    now_ms: () => Date.now(),
    freshId: () => `kept${++kept}`,
  });
}

/** Keeps the run in front after it was given another seed, so that it is another run than those before. */
async function keep(front: Visit, controller: CompareController, seed: number): Promise<void> {
  const { document } = front.state();
  void front.actions.openScenario({ ...document!, seed });
  await wait(100);
  void controller.keep();
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
  it('is not simulated beside itself, only behind a run that is another', async () => {
    const front = await arrived({ storage: new FakeStorage() });
    let started = 0;
    const controller = new CompareController({
      front,
      another: () => {
        const lab = another(front);
        const startWith: typeof lab.startWith = (scenario, options) => {
          started++;
          return lab.startWith(scenario, options);
        };
        return { ...lab, startWith };
      },
      workers: { size: 1, spawn: () => expect.fail('nothing is repeated here') },
      storage: front.storage,
      now_ms: () => Date.now(),
      freshId: () => `kept${++kept}`,
    });
    void controller.keep();
    await wait(500);
    expect(controller.store.getState()).toMatchObject({ behind: 'kept1', waits: true });
    front.actions.restart();
    await wait(500);
    expect(started).toBe(0);
    void front.actions.openScenario({ ...front.state().document!, seed: 99 });
    await wait(500);
    expect(started).toBe(1);
    expect(controller.store.getState()).toMatchObject({ behind: 'kept1', waits: false });
  });
});

describe('the list of kept runs', () => {
  it('has what two tabs keep, though each learnt of it before the other had kept anything', async () => {
    const storage = new FakeStorage();
    const [one, two] = [await arrived({ storage }), await arrived({ storage })];
    const [here, there] = [controllerOf(one), controllerOf(two)];
    await keep(one, here, 1);
    await keep(two, there, 2);
    await keep(one, here, 3);
    expect(seeds(readSavedRuns(storage))).toEqual([3, 2, 1]);
    expect(seeds(here.store.getState().runs)).toEqual([3, 2, 1]);
    // Two removes its own; what one kept meanwhile stays.
    there.remove(readSavedRuns(storage)[1]!.id);
    expect(seeds(readSavedRuns(storage))).toEqual([3, 1]);
  });

  it('lasts as long as the page once the storage is full, and says so once', async () => {
    const storage = new FakeStorage();
    const front = await arrived({ storage });
    const controller = controllerOf(front);
    await keep(front, controller, 1);
    const before = storage.getItem('bufferlab.kept');
    const said = vi.spyOn(notices, 'notify');
    storage.quota = 0;
    await keep(front, controller, 2);
    await keep(front, controller, 3);
    expect(seeds(controller.store.getState().runs)).toEqual([3, 2, 1]);
    // What was kept before is not lost.
    expect(storage.getItem('bufferlab.kept')).toBe(before);
    const refusals = said.mock.calls.filter(([text]) => text.includes('no room for kept runs'));
    expect(refusals).toHaveLength(1);
  });
});
