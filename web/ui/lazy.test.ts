// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchWhenIdle, Lazy, useLazy } from './lazy';
import { dismissNotice, useNotice } from './notices';

afterEach(() => {
  cleanup();
  dismissNotice();
  vi.unstubAllGlobals();
});

it('a part is loaded once, and components show it when it is loaded', async () => {
  const load = vi.fn(() => Promise.resolve('the part'));
  const later = new Lazy(load);
  const { result } = renderHook(() => useLazy(later));
  expect(result.current).toBeNull();
  await act(() => Promise.all([later.load(), later.fetch()]));
  expect(result.current).toBe('the part');
  expect(await later.fetch()).toBe('the part');
  expect(load).toHaveBeenCalledTimes(1);
});

it('a part that could not be loaded is requested again; only a waiting user is notified', async () => {
  const load = vi.fn(() => Promise.reject(new Error('offline')));
  const later = new Lazy(load);
  const notice = renderHook(() => useNotice()).result;
  expect(await later.fetch()).toBeNull();
  expect(notice.current).toBeNull();
  expect(await act(() => later.load())).toBeNull();
  expect(notice.current?.text).toContain('could not be loaded');
  expect(load).toHaveBeenCalledTimes(2);
});

it('parts are loaded one after another in idle moments, also after a failure', async () => {
  const waiting: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => waiting.push(work));
  const fetched: string[] = [];
  fetchWhenIdle([
    () => Promise.reject(new Error('offline')),
    () => Promise.resolve(fetched.push('second')),
    () => Promise.resolve(fetched.push('third')),
  ]);
  for (let moments = 1; moments <= 3; moments++) {
    expect(waiting).toHaveLength(1);
    waiting.pop()?.();
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(fetched).toEqual(['second', 'third']);
  expect(waiting).toEqual([]);
});
