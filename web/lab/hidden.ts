/**
 * A page that nobody sees does not compute: the run pauses when the page is hidden and goes on when it is
 * seen again. A run that hurries to a moment arrives first. What was changed is saved before the page may
 * be discarded.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Session } from './session';
import type { LabState } from './state';

export function whileVisible(store: StoreApi<LabState>, session: Pick<Session, 'actions' | 'flush'>): void {
  let paused = false;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      session.flush();
      const { playing, seeking } = store.getState().run;
      paused = playing && !seeking;
      if (paused) session.actions.pause();
    } else if (paused) {
      paused = false;
      session.actions.play();
    }
  });
  addEventListener('pagehide', () => session.flush());
}
