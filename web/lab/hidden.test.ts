// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { whileVisible } from './hidden';
import type { Lab } from './lab';

let visibility: DocumentVisibilityState = 'visible';
let listeners: (() => void)[] = [];
let isOpen = true;
let stop: () => void;

const run = createStore(() => ({ run: { playing: true, seeking: false } }));
const set = (playing: boolean): void => run.setState({ run: { playing, seeking: false } });
const lab = {
  store: run,
  actions: { pause: vi.fn(() => set(false)), play: vi.fn(() => set(true)) },
  flush: vi.fn(() => Promise.resolve()),
} as unknown as Lab;
const isPlaying = (): boolean => run.getState().run.playing;

function show({ page = visibility === 'visible', view = isOpen }): void {
  visibility = page ? 'visible' : 'hidden';
  isOpen = view;
  document.dispatchEvent(new Event('visibilitychange'));
  for (const listener of listeners) listener();
}

beforeEach(() => {
  visibility = 'visible';
  isOpen = true;
  listeners = [];
  set(true);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  const subscribe = (listener: () => void) => {
    listeners.push(listener);
    return () => (listeners = []);
  };
  stop = whileVisible(lab, { isOpen: () => isOpen, subscribe });
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

it('pauses while the page or the view is hidden, and resumes when both are visible', () => {
  show({ view: false });
  expect(isPlaying()).toBe(false);
  show({ page: false });
  show({ page: true });
  expect(isPlaying()).toBe(false);
  show({ view: true });
  expect(isPlaying()).toBe(true);
});

it('leaves a run paused that was paused before', () => {
  set(false);
  show({ view: false });
  show({ view: true });
  expect(isPlaying()).toBe(false);
});

it('stops watching', () => {
  stop();
  show({ page: false, view: false });
  expect(isPlaying()).toBe(true);
});
