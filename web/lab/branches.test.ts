import { describe, expect, it } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import { Branches, MOST_BRANCHES } from './branches';

const edited = (...times: number[]) =>
  fakeScenario({ edits: times.map((at_s) => ({ at_s, set: [{ path: 'seed', value: at_s }] })) });

describe('branches that a run has left', () => {
  it('are kept if they have later time or later edits', () => {
    const branches = new Branches();
    branches.leave(edited(), 10, 10);
    expect(branches.all).toEqual([]);
    branches.leave(edited(), 10, 20);
    branches.leave(edited(3, 30), 10, 10);
    expect(branches.all).toMatchObject([
      { from_s: 10, reached_s: 20 },
      { from_s: 10, reached_s: 30 },
    ]);
  });

  it('change places with the present branch when one is continued', () => {
    const branches = new Branches();
    branches.leave(edited(), 10, 20);
    const [first] = branches.all;
    branches.switchTo(first!.id, edited(10), 15);
    expect(branches.all).toMatchObject([{ from_s: 10, reached_s: 15, document: edited(10) }]);
    expect(branches.find(first!.id)).toBeUndefined();
    branches.switchTo(99, edited(), 50);
    expect(branches.all).toHaveLength(1);
  });

  it('are limited in number, and removed with their run', () => {
    const branches = new Branches();
    for (let i = 0; i < 20; i++) branches.leave(edited(), i, 100);
    expect(branches.all).toHaveLength(MOST_BRANCHES);
    expect(branches.all.at(-1)).toMatchObject({ from_s: 19 });
    branches.clear();
    expect(branches.all).toEqual([]);
  });
});
