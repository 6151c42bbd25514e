/** Running, pausing, stepping and moving in time; what is watched while it runs. */
import type { StoreApi } from 'zustand/vanilla';
import type { EngineClient } from '../engine/client';
import { view, viewActions } from '../samples/view';
import type { Editor } from './editor';
import type { RunNotes } from './run-notes';
import type { LabActions, LabState } from './state';

/** Flows watched at most, as the engine allows. */
export const MAX_WATCHED = 16;

type PlayerActions = Pick<
  LabActions,
  'play' | 'pause' | 'toggle' | 'step' | 'restart' | 'newSeed' | 'seek' | 'nextDrop' | 'watch' | 'summary'
>;

export function playerActions(
  store: StoreApi<LabState>,
  client: EngineClient,
  editor: Editor,
  notes: RunNotes,
): PlayerActions {
  const play = (): void => {
    if (store.getState().run.ended) editor.restart();
    else client.play();
  };
  const pause = (): void => client.pause();
  return {
    play,
    pause,
    toggle: () => (store.getState().run.playing ? pause() : play()),
    step: (what) => client.step(what),
    restart: () => editor.restart(),
    newSeed: () => editor.change([{ path: 'seed', value: randomSeed() }]),

    seek(t_s) {
      if (!Number.isFinite(t_s)) return;
      const target_s = Math.max(0, t_s);
      notes.onSeek(target_s);
      client.seek(target_s);
    },

    async nextDrop(direction) {
      const from_s = view.getState().cursor_s ?? notes.now_s();
      // Without a run or an engine there is no drop to go to.
      const drop_s = await client.ask({ what: 'next_drop', t_s: from_s, dir: direction }).catch(() => null);
      if (drop_s === null) return;
      viewActions.lookAt(drop_s);
      viewActions.setCursor(drop_s);
    },

    watch: (flows) => client.watch([...new Set(flows)].slice(0, MAX_WATCHED)),
    summary: () => client.ask({ what: 'summary' }),
  };
}

/** Any of 2^32 seeds. */
function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
