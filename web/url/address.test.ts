import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AddressBar, WRITE_DELAY_MS } from './address';
import { encodeLink } from './codec';
import * as formats from './formats';
import { FakeWindow } from './testing';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const fragmentOf = (seed: number): string => {
  const encoded = encodeLink({ version: 1, seed });
  return encoded.ok ? encoded.fragment : '';
};
const given = () => Promise.resolve(formats);
const giving = (seed: number) => () => Promise.resolve(fragmentOf(seed));
const wait = (ms = WRITE_DELAY_MS): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('the address bar', () => {
  it('adds an entry per change, and replaces it during a gesture', async () => {
    const window = new FakeWindow();
    const bar = new AddressBar(window, given);
    bar.show(giving(1), 'push');
    await wait();
    for (let seed = 2; seed < 50; seed++) {
      bar.show(giving(seed), 'replace');
      await wait(60);
    }
    await bar.flush();
    expect(window.entries.map(({ hash }) => hash)).toEqual(['', `#${fragmentOf(49)}`]);
  });

  it('writes fewer than 100 times in 30 seconds at any rate of changes', async () => {
    const window = new FakeWindow();
    const bar = new AddressBar(window, given);
    const replace = vi.spyOn(window.history, 'replaceState');
    bar.show(giving(0), 'push');
    for (let i = 1; i < 1500; i++) {
      bar.show(giving(i), 'replace');
      await wait(20);
    }
    expect(replace.mock.calls.length).toBeLessThan(100);
  });

  it('writes nothing without a change, or if the experiment is too big for a link', async () => {
    const window = new FakeWindow(`#${fragmentOf(1)}`);
    const bar = new AddressBar(window, given);
    bar.show(giving(1), 'push');
    await wait();
    bar.show(() => Promise.resolve(null), 'push');
    await wait();
    expect(window.entries).toHaveLength(1);
  });

  it('opens the entry that is returned to, but none of those in between', async () => {
    const window = new FakeWindow();
    const bar = new AddressBar(window, given);
    const visits: unknown[] = [];
    bar.onVisit((decoded) => visits.push(decoded));
    for (const seed of [1, 2]) {
      bar.show(giving(seed), 'push');
      await wait();
    }
    window.go(-1);
    await wait();
    window.go(1);
    window.go(-2);
    await wait();
    expect(visits).toMatchObject([
      { ok: true, scenario: { seed: 1 } },
      { ok: false, reason: 'empty' },
    ]);
  });

  it('works in a browser that limits writes to the history', async () => {
    const window = new FakeWindow();
    window.history.pushState = () => {
      throw new DOMException('too often', 'SecurityError');
    };
    const bar = new AddressBar(window, given);
    bar.show(giving(1), 'push');
    await expect(bar.flush()).resolves.toBeUndefined();
  });

  it('loads nothing without a link, and reports if links cannot be read', async () => {
    const gone = vi.fn(() => Promise.resolve(null));
    expect(await new AddressBar(new FakeWindow(), gone).read()).toMatchObject({ reason: 'empty' });
    expect(gone).not.toHaveBeenCalled();
    expect(await new AddressBar(new FakeWindow(`#${fragmentOf(1)}`), gone).read()).toMatchObject({
      reason: 'unread',
      message: expect.stringContaining('could not be loaded') as string,
    });
  });
});
