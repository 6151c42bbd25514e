import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeWindow } from '../scenario/testing';
import { AddressBar, WRITE_DELAY_MS } from './address';
import { encodeLink } from './codec';

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
const giving = (seed: number) => () => Promise.resolve(fragmentOf(seed));
const wait = (ms = WRITE_DELAY_MS): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('the address bar', () => {
  it('pushes a change, and replaces it while its gesture goes on', async () => {
    const window = new FakeWindow();
    const bar = new AddressBar(window);
    bar.show(giving(1), 'push');
    await wait();
    for (let seed = 2; seed < 50; seed++) {
      bar.show(giving(seed), 'replace');
      await wait(60);
    }
    await bar.flush();
    expect(window.entries.map(({ hash }) => hash)).toEqual(['', `#${fragmentOf(49)}`]);
  });

  it('writes fewer than 100 times in 30 seconds, however often something changes', async () => {
    const window = new FakeWindow();
    const bar = new AddressBar(window);
    const replace = vi.spyOn(window.history, 'replaceState');
    bar.show(giving(0), 'push');
    for (let i = 1; i < 1500; i++) {
      bar.show(giving(i), 'replace');
      await wait(20);
    }
    expect(replace.mock.calls.length).toBeLessThan(100);
  });

  it('writes nothing when nothing is new, or the experiment is too big for a link', async () => {
    const window = new FakeWindow(`#${fragmentOf(1)}`);
    const bar = new AddressBar(window);
    bar.show(giving(1), 'push');
    await wait();
    bar.show(() => Promise.resolve(null), 'push');
    await wait();
    expect(window.entries).toHaveLength(1);
  });

  it('brings back what a clean address showed', async () => {
    const window = new FakeWindow();
    const bar = new AddressBar(window);
    const visits: unknown[] = [];
    bar.onVisit((decoded) => visits.push(decoded));
    bar.remember(giving(1));
    bar.show(giving(2), 'push');
    await wait();
    expect(window.entries[0]).toMatchObject({ hash: '' });
    window.go(-1);
    expect(visits).toMatchObject([{ ok: true, scenario: { seed: 1 } }]);
  });

  it('survives a browser that rations its history', async () => {
    const window = new FakeWindow();
    window.history.pushState = () => {
      throw new DOMException('too often', 'SecurityError');
    };
    const bar = new AddressBar(window);
    bar.show(giving(1), 'push');
    await expect(bar.flush()).resolves.toBeUndefined();
  });
});
