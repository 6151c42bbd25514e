/** Actions that play, pause, step and seek the run, and choose the watched flows. */
import type { StoreApi } from 'zustand/vanilla';
import type { EngineClient } from '../engine/client';
import type { TimeView } from '../samples/view';
import type { Editor } from './editor';
import type { RunNotes } from './run-notes';
import type { LabActions, LabState } from './state';

/** Largest number of watched flows that the engine accepts. */
export const MAX_WATCHED = 16;

type PlayerActions = Pick<
  LabActions,
  | 'play'
  | 'pause'
  | 'toggle'
  | 'step'
  | 'restart'
  | 'newSeed'
  | 'seek'
  | 'next'
  | 'watch'
  | 'summary'
  | 'recordedOf'
>;

/** Objects that the actions use. */
export interface PlayerTools {
  store: StoreApi<LabState>;
  client: EngineClient;
  editor: Editor;
  notes: RunNotes;
  view: TimeView;
}

/** Returns the actions on the run of one Lab. */
export function playerActions({ store, client, editor, notes, view }: PlayerTools): PlayerActions {
  let search: AbortController | null = null;
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

    async next(kind, direction) {
      // A new search replaces the one under way, and begins where the view is then.
      search?.abort();
      const mine = new AbortController();
      search = mine;
      const t_s = view.store.getState().cursor_s ?? notes.now_s();
      // Without a run or an engine there is no answer.
      const at_s = await client
        .ask((api) => api.recorded(kind, t_s, direction), mine.signal)
        .catch(() => undefined);
      if (at_s === undefined) return;
      if (at_s !== null) lookAt(view, at_s);
      else if (direction === 1 && !store.getState().run.ended) client.step(kind);
    },

    watch: (flows) => client.watch([...new Set(flows)].slice(0, MAX_WATCHED)),
    summary: (signal) => client.ask((api) => api.summary(), signal),
    recordedOf: (request, signal) => client.ask((api) => api.columns(request), signal),
  };
}

/** Moves the view and the cursor to a time. */
export function lookAt({ actions }: TimeView, t_s: number): void {
  actions.lookAt(t_s);
  actions.setCursor(t_s);
}

/** Returns a random seed of 32 bits. */
function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
