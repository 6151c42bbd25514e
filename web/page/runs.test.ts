// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBeside } from '../lab/beside';
import { limitOf, LIMIT, arrived, another, wait, type Visit } from '../lab/testing/visit';
import { Runs } from './runs';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page with one run, and the laboratories that are opened beside it. */
async function page() {
  const first = await arrived();
  const opened: Visit[] = [];
  const make = (): Visit => {
    const lab = another(first);
    opened.push(lab);
    return lab;
  };
  const runs = new Runs(first, make, () => Promise.resolve(startBeside));
  return { first, runs, opened };
}

/** Opens run B and waits until it stands beside run A. */
async function beside() {
  const { first, runs, opened } = await page();
  await wait(2000);
  const there = runs.openBeside();
  await wait(500);
  await there;
  const second = opened[0];
  if (!second) throw new Error('Run B was not opened.');
  return { first, second, runs, opened };
}

const timesOf = (...labs: Visit[]): number[] => labs.map((lab) => lab.frames.latest?.t_s ?? 0);

describe('run B', () => {
  it('continues from the time of run A, with the same document, speed and selection', async () => {
    const { first, second } = await beside();
    expect(second.state().document).toEqual(first.state().document);
    expect(second.state().run).toMatchObject({ playing: true, targetSpeed: first.state().run.targetSpeed });
    expect(first.state().run.playing).toBe(true);
    expect(second.state().selection).toEqual(first.state().selection);
    const before = timesOf(first, second);
    await wait(1000);
    const after = timesOf(first, second);
    expect(after[0]! - before[0]!).toBeCloseTo(5, 0);
    expect(after[1]! - before[1]!).toBeCloseTo(5, 0);
    expect(Math.abs(after[0]! - after[1]!)).toBeLessThan(0.2);
  });

  it('has its own edits and undo', async () => {
    const { first, second } = await beside();
    second.actions.change([{ path: LIMIT, value: 20 }]);
    await wait(500);
    expect([limitOf(first), limitOf(second)]).toEqual([100, 20]);
    expect(first.state().history.canUndo).toBe(false);
    second.actions.undo();
    await wait(500);
    expect([limitOf(first), limitOf(second)]).toEqual([100, 100]);
  });

  it('does not write the address or saved work', async () => {
    const { first, second } = await beside();
    second.actions.change([{ path: LIMIT, value: 20 }]);
    await wait(2000);
    expect(first.window.entries).toHaveLength(1);
    expect(first.storage.length).toBe(0);
  });

  it('frees its worker when it is closed, while run A continues', async () => {
    const { first, second, runs } = await beside();
    runs.closeBeside();
    expect(second.worker().terminated).toBe(true);
    expect(runs.store.getState()).toEqual({ shown: [first], active: first });
    expect(first.state()).toMatchObject({ name: null, run: { playing: true } });
    const [before_s] = timesOf(first);
    await wait(1000);
    expect(timesOf(first)[0]! - before_s!).toBeCloseTo(5, 0);
  });

  it.each([0, 5, 40])('lets run A continue if it is closed %i ms after the request', async (ms) => {
    const { first, runs, opened } = await page();
    await wait(2000);
    const there = runs.openBeside();
    await wait(ms);
    runs.closeBeside();
    await wait(100);
    await there;
    expect(opened[0]?.workers.every((worker) => worker.terminated)).toBe(true);
    expect(first.state().run.playing).toBe(true);
  });

  it('is paused if run A is paused', async () => {
    const { first, runs, opened } = await page();
    await wait(1000);
    first.actions.pause();
    await wait(50);
    const there = runs.openBeside();
    await wait(500);
    await there;
    const { t_s } = first.state().run;
    expect(opened[0]?.state().run).toMatchObject({ t_s, playing: false });
    expect(first.state().run.playing).toBe(false);
  });

  it('is active at first; only runs A and B can be active', async () => {
    const { first, second, runs } = await beside();
    const active = () => runs.store.getState().active;
    expect(active()).toBe(second);
    runs.activateOther();
    expect(active()).toBe(first);
    runs.closeBeside();
    runs.activate(second);
    runs.activateOther();
    expect(active()).toBe(first);
  });

  it('is opened once after several requests', async () => {
    const { runs, opened } = await page();
    const both = [runs.openBeside(), runs.openBeside()];
    await wait(500);
    await Promise.all(both);
    expect(opened).toHaveLength(1);
  });
});
