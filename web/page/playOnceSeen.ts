/** Plays the first experiment of a page when the Lab is opened, if another view was open first. */
import type { Lab } from '../lab/lab';
import type { Views } from '../url/views';

/** Waits until the Lab is opened; its run then plays, unless it has begun or another one was opened. */
export function playOnceSeen(
  { store, actions }: Pick<Lab, 'store' | 'actions'>,
  views: Pick<Views, 'store'>,
): void {
  if (views.store.getState().view === 'lab') return;
  const stop = views.store.subscribe(({ view }) => {
    if (view !== 'lab') return;
    stop();
    const { run } = store.getState().run;
    // The page's first run; later ones play or wait as they were opened.
    if (run === 1 && !hasBegun(store.getState())) actions.play();
  });
}

function hasBegun({ run }: ReturnType<Lab['store']['getState']>): boolean {
  return run.t_s > 0 || run.playing || run.seeking;
}
