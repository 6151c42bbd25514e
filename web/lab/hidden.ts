/**
 * Pauses the run while the page or its view is hidden, and resumes it when both are visible again. A seek is finished first.
 * Changes are saved before the browser may discard the page.
 */
import type { Lab } from './lab';

/** Whether the view of a run is open; a run without one is visible with the page. */
export interface OpenView {
  isOpen(): boolean;
  /** Calls `listener` when this may have changed. Returns a function that removes it. */
  subscribe(listener: () => void): () => void;
}

/** Watches the visibility of the page, and of the view if one is given. Returns a function that stops it. */
export function whileVisible(
  { store, actions, flush }: Pick<Lab, 'store' | 'actions' | 'flush'>,
  view?: OpenView,
): () => void {
  let paused = false;
  const onChange = (): void => {
    const isHidden = document.visibilityState === 'hidden';
    if (isHidden) void flush();
    if (isHidden || view?.isOpen() === false) {
      const { playing, seeking } = store.getState().run;
      if (!playing || seeking) return;
      paused = true;
      actions.pause();
    } else if (paused) {
      paused = false;
      actions.play();
    }
  };
  document.addEventListener('visibilitychange', onChange);
  const onLeave = (): void => void flush();
  addEventListener('pagehide', onLeave);
  const stopView = view?.subscribe(onChange);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    removeEventListener('pagehide', onLeave);
    stopView?.();
  };
}
