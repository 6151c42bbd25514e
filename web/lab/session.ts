/**
 * One visit to the laboratory: connects state, engine, frames, address and storage.
 *
 * Nothing is decided here that has a name elsewhere: changes are the editor's, opening is `opening.ts`'s.
 * The surroundings (worker, window, storage, clock) are given, so that tests bring their own.
 */
import type { StoreApi } from 'zustand/vanilla';
import { EngineClient, type WorkerLike } from '../engine/client';
import type { FrameLoop } from '../samples/loop';
import { resetView } from '../samples/view';
import type { Scenario } from '../scenario/types';
import { AddressBar, type AddressWindow, type GetFormats } from '../url/address';
import { Editor } from './editor';
import { Opening } from './opening';
import { playerActions } from './player';
import { RunNotes } from './run-notes';
import { Saver } from './saver';
import { Sharing } from './sharing';
import type { LabActions, LabState } from './state';
import { WorkShelf, type Storage } from './work';
import { Workbench } from './workbench';

export interface Surroundings {
  spawn: () => WorkerLike;
  loop: FrameLoop;
  /** Null where there is no page, as in tests of components. */
  window: AddressWindow | null;
  storage: Storage | null;
  formats: GetFormats;
  /** ms since 1970. */
  now_ms: () => number;
  /** An id that no other tab gives. */
  freshId: () => string;
}

export interface Session {
  actions: LabActions;
  sharing: Sharing;
  /** Starts the engine and opens the first experiment. */
  start(): void;
  /** Saves and writes the address at once: the page may be about to go. */
  flush(): void;
}

export function createSession(store: StoreApi<LabState>, outside: Surroundings): Session {
  const gate = new Gate();
  const notes = new RunNotes(store);
  const client = new EngineClient(outside.spawn, {
    onReady({ engine: version, catalog, presets }) {
      store.setState({ engine: { status: 'ready', version, message: null }, catalog, presets });
      client.setSpeed(store.getState().run.wanted);
      outside.loop.connect(client);
      gate.open(true);
    },
    onFrame(frame) {
      const { layout } = store.getState();
      if (layout) outside.loop.receive(frame, layout);
      notes.onFrame(frame);
    },
    onState: (report) => notes.onState(report),
    onLayout: (report) => editor.onLayout(report),
    onFailed(message, t_s) {
      outside.loop.connect(null);
      notes.onFailed(message, t_s);
      gate.open(false);
    },
  });

  const bench = new Workbench(store, client, {
    onRun: (fromStart) => {
      notes.onRun();
      if (fromStart) resetView();
    },
    now_s: () => notes.now_s(),
  });
  const address = new AddressBar(outside.window, outside.formats);
  const shelf = new WorkShelf(outside.storage, outside.now_ms, outside.freshId);
  const saver = new Saver(() => {
    const { document } = store.getState();
    if (document) shelf.save(document);
  });
  const editor = new Editor(store, bench, {
    onCommit(again) {
      saver.soon();
      address.show(fragment, again ? 'replace' : 'push');
    },
    onGestureEnd: () => void address.flush(),
  });
  const fragment = (): Promise<string | null> => sharing.fragment();
  const setSpeed: LabActions['setSpeed'] = (speed) => {
    store.setState(({ run }) => ({ run: { ...run, wanted: speed } }));
    client.setSpeed(speed);
  };

  /** Resolves when the engine is there; starts it anew if it had failed. */
  const engine = (): Promise<boolean> => {
    if (store.getState().engine.status === 'failed') startEngine();
    return gate.passed();
  };
  const startEngine = (): void => {
    gate.close();
    store.setState(({ engine: known }) => ({ engine: { ...known, status: 'compiling', message: null } }));
    client.start();
  };
  const completed = async (scenario: unknown): Promise<Scenario | null> => {
    const checked = await client.ask({ what: 'check', scenario }).catch(() => null);
    return checked?.ok ? checked.scenario : null;
  };
  const opening = new Opening({ store, editor, address, shelf, fragment, setSpeed, completed, engine });
  const flush = (): void => {
    saver.now();
    void address.flush();
  };
  /** What is being edited is saved before something else takes its place. */
  const first = <T>(work: () => T): T => {
    saver.now();
    return work();
  };
  const sharing = new Sharing(store, client, outside.formats, (scenario, options) =>
    first(() => opening.scenario(scenario, options)),
  );

  const actions: LabActions = {
    ...playerActions(store, client, editor, notes),
    setSpeed,
    openPreset: (id) => void first(() => opening.preset(id)),
    openScenario: (scenario, options = {}) => first(() => opening.scenario(scenario, options)),
    change: (set, gesture) => editor.change(set, gesture),
    endGesture: () => editor.endGesture(),
    undo: () => editor.undo(),
    redo: () => editor.redo(),
    select: (selection) => store.setState({ selection }),
    dismissProblems: () => store.setState({ problems: [] }),
    restartEngine() {
      const known = store.getState().document !== null;
      startEngine();
      void gate.passed().then((there) => {
        if (!there) return;
        if (known) editor.reopen();
        else void opening.arrive();
      });
    },
    takeOffer: () => void first(() => opening.takeOffer()),
    dismissOffer: () => opening.dismissOffer(),
  };

  const start = (): void => {
    address.onVisit((decoded) => void first(() => opening.visit(decoded)));
    startEngine();
    outside.loop.start();
    void opening.arrive();
  };
  return { actions, sharing, start, flush };
}

/** Lets through when the engine is there, and tells when it will not be. */
class Gate {
  private waiting: ((there: boolean) => void)[] = [];
  private state: boolean | null = null;

  passed(): Promise<boolean> {
    if (this.state !== null) return Promise.resolve(this.state);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  open(there: boolean): void {
    this.state = there;
    for (const resolve of this.waiting.splice(0)) resolve(there);
  }

  close(): void {
    this.state = null;
  }
}
