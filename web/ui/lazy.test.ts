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
  await vi.waitFor(() => expect(notice.current?.text).toContain('could not be loaded'));
  expect(load).toHaveBeenCalledTimes(2);
});

it.each([
  ['index-new.js', 'A new version of Bufferlab is there', 'Load the new version'],
  ['index-own.js', 'could not be loaded', undefined],
])('a part that is missing while the host serves %s is explained: %s', async (served, text, action) => {
  document.head.innerHTML = '<script type="module" src="./assets/index-own.js"></script>';
  const page = `<script type="module" src="./assets/${served}"></script>`;
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(page)));
  const later = new Lazy(() => Promise.reject(new Error('404')));
  const notice = renderHook(() => useNotice()).result;
  await act(() => later.load());
  await vi.waitFor(() => expect(notice.current?.text).toContain(text));
  expect(notice.current?.action?.text).toBe(action);
  document.head.innerHTML = '';
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
