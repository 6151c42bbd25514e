import { describe, expect, it } from 'vitest';
import {
  entryChoices,
  entryJunction,
  exitChoices,
  exitJunction,
  stretchFromVia,
  viaFromStretch,
  withEntry,
  withExit,
} from './stretch';

const order = ['r0', 'r1', 'r2'];

describe('a stretch of bottlenecks', () => {
  it('is the whole row when via is null, and is written as null again', () => {
    expect(stretchFromVia(null, order)).toEqual({ first: 0, last: 2 });
    expect(viaFromStretch({ first: 0, last: 2 }, order)).toBeNull();
  });

  it('is restored from its via', () => {
    for (const stretch of [
      { first: 0, last: 0 },
      { first: 1, last: 2 },
      { first: 1, last: 1 },
    ]) {
      expect(stretchFromVia(viaFromStretch(stretch, order), order)).toEqual(stretch);
    }
  });

  it('ignores unknown bottlenecks', () => {
    expect(stretchFromVia(['gone', 'r1'], order)).toEqual({ first: 1, last: 1 });
    expect(stretchFromVia(['gone'], order)).toEqual({ first: 0, last: 2 });
  });

  it('is entered from the side of the senders', () => {
    const stretch = { first: 1, last: 2 };
    expect([entryJunction('forward', stretch), exitJunction('forward', stretch)]).toEqual([1, 3]);
    expect([entryJunction('reverse', stretch), exitJunction('reverse', stretch)]).toEqual([3, 1]);
  });

  it('offers every junction that leaves at least one bottleneck to cross', () => {
    expect(entryChoices('forward', 3)).toEqual([0, 1, 2]);
    expect(entryChoices('reverse', 3)).toEqual([1, 2, 3]);
    expect(exitChoices('forward', 1, 3)).toEqual([2, 3]);
    expect(exitChoices('reverse', 2, 3)).toEqual([0, 1]);
  });

  it('keeps its other end when one is moved, unless they would cross', () => {
    expect(withEntry('forward', { first: 0, last: 2 }, 1)).toEqual({ first: 1, last: 2 });
    expect(withEntry('forward', { first: 0, last: 0 }, 2)).toEqual({ first: 2, last: 2 });
    expect(withExit('forward', { first: 1, last: 2 }, 1)).toEqual({ first: 0, last: 0 });
    expect(withEntry('reverse', { first: 0, last: 2 }, 1)).toEqual({ first: 0, last: 0 });
    expect(withExit('reverse', { first: 0, last: 1 }, 1)).toEqual({ first: 1, last: 1 });
  });
});
