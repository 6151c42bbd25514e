/**
 * Pauses the run while the page is hidden, and resumes it when the page is visible again. A seek is finished first.
 * Changes are saved before the browser may discard the page.
 */
import type { Lab } from './lab';

/** Watches the visibility of the page. Returns a function that stops it. */
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
  const onLeave = (): void => void flush();
  addEventListener('pagehide', onLeave);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    removeEventListener('pagehide', onLeave);
  };
}
