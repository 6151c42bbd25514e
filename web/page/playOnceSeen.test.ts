import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { initialLab } from '../lab/state';
import type { LabActions, LabState } from '../lab/state';
import type { ViewsState } from '../url/views';
import { playOnceSeen } from './playOnceSeen';

function page(view: ViewsState['view'], run: Partial<LabState['run']>) {
  const store = createStore<LabState>(() => ({ ...initialLab, run: { ...initialLab.run, run: 1, ...run } }));
  const play = vi.fn();
  const views = { store: createStore(() => ({ view }) as ViewsState) };
  playOnceSeen({ store, actions: { play } as unknown as LabActions }, views);
  return { play, open: (next: ViewsState['view']) => views.store.setState({ view: next }) };
}

it('plays the first run when the Lab is first opened, and never again', () => {
  const { play, open } = page('learn', {});
  open('papers');
  expect(play).not.toHaveBeenCalled();
  open('lab');
  open('learn');
  open('lab');
  expect(play).toHaveBeenCalledTimes(1);
});

it.each([
  ['lab', {}],
  ['learn', { run: 2 }],
  ['learn', { t_s: 3 }],
] as const)('leaves the run of a page that opens with %s and has %o', (view, run) => {
  const { play, open } = page(view, run);
  open('papers');
  open('lab');
  expect(play).not.toHaveBeenCalled();
});
