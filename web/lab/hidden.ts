/**
 * A page that nobody sees does not compute: a run pauses when the page is hidden and goes on when it is
 * seen again. A run that hurries to a moment arrives first. What was changed is saved before the page may
 * be discarded.
 */
import type { Lab } from './lab';

/** Returns how to stop minding. */
export function whileVisible({
  store,
  actions,
  flush,
}: Pick<Lab, 'store' | 'actions' | 'flush'>): () => void {
  let paused = false;
  const onChange = (): void => {
    if (document.visibilityState === 'hidden') {
      void flush();
      const { playing, seeking } = store.getState().run;
      paused = playing && !seeking;
      if (paused) actions.pause();
    } else if (paused) {
      paused = false;
      actions.play();
    }
  };
  document.addEventListener('visibilitychange', onChange);
  const onGo = (): void => void flush();
  addEventListener('pagehide', onGo);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    removeEventListener('pagehide', onGo);
  };
}
