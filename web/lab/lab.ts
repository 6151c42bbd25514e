/**
 * A Lab: one experiment and its run, with the state, the engine, frames, the time axis and the actions. A page can show
 * two.
 *
 * This file connects the parts; changes are made by `editor.ts`, and experiments are opened by `opening.ts`. The
 * environment (worker, window, storage, clock) is passed in, so that tests have their own, and so that only one Lab of a
 * page writes the address and saves work.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Checked } from '../engine/protocol';
import { EngineClient, EngineFailure, type WorkerLike } from '../engine/client';
import { FrameFeed } from '../samples/feed';
import { Frames } from '../samples/frames';
import type { FrameLoop } from '../samples/loop';
import { createView, type TimeView } from '../samples/view';
import type { Patch, Scenario } from '../scenario/types';
import { AddressBar, type AddressWindow, type GetFormats } from '../url/address';
import type { LinkedBaseline } from '../url/codec';
import type { ReadableFile } from '../url/file';
import type { JsonObject } from '../url/json';
import { Editor } from './editor';
import type { Claims } from './claims';
import type { LoadedFiles } from './files';
import { Gate } from './gate';
import { Keeping } from './keeping';
import { Opening, type Open } from './opening';
import { lookAt, playerActions } from './player';
import { RunNotes } from './run-notes';
import { Sharing } from './sharing';
import { initialLab, mayChange, type LabActions, type LabState } from './state';
import { MESSAGE } from './strings';
import type { Storage } from '../storage/browserStore';
import { WorkStore } from './work';
import { refusal, Workbench } from './workbench';

/** Environment of a Lab. */
export interface Environment {
  spawn: () => WorkerLike;
  /** The page's animation-frame loop, which all its Labs share. */
  loop: FrameLoop;
  /** Window with the address of this experiment; null if the address belongs to another Lab or there is none. */
  window: AddressWindow | null;
  /** Storage for changed work; null if work is not saved. */
  storage: Storage | null;
  /** Claims on saved work, among all tabs. */
  claims: Claims;
  /** Loads the part that reads and writes links and files. */
  formats: GetFormats;
  /** Trace files that were loaded since the page was opened; its Labs share them. */
  files: LoadedFiles;
  /** Whether the run can be seen; the first preset plays only then. True if left out. */
  isSeen?: () => boolean;
  /** Opens the baseline of the opened link. */
  openBaseline?: (baseline: LinkedBaseline) => void;
  /** Opens a study from a link or a file in its view. */
  openStudy?: (study: JsonObject, look: string, file?: ReadableFile | null) => void;
  /** Returns the time in milliseconds since 1970. */
  now_ms: () => number;
  /** Returns an id that no other tab returns. */
  freshId: () => string;
}

/** One experiment and its run. */
export interface Lab {
  /** Loaded files, for runs outside of this Lab. */
  readonly files: LoadedFiles;
  readonly store: StoreApi<LabState>;
  readonly actions: LabActions;
  /** Links and files of the experiment. */
  readonly sharing: Sharing;
  readonly frames: Frames;
  readonly view: TimeView;
  /** Starts the engine and opens the experiment in the address, or the first preset. */
  start(): void;
  /** Starts the engine and opens `scenario`, with nothing to undo. */
  readonly startWith: Open;
  /** Starts the engine unless it was started, and resolves to whether it is ready. */
  ready(): Promise<boolean>;
  /** Opens `scenario` with nothing to undo, once the engine is ready. */
  readonly show: Open;
  /** Returns a scenario with all defaults filled in; null if it is invalid or there is no engine. */
  completed(scenario: unknown): Promise<Scenario | null>;
  /**
   * Returns a scenario with changes, as the engine makes them; it need not be the one that runs. Refused if there is no
   * engine, also if it is closed meanwhile.
   */
  applied(scenario: Scenario, set: readonly Patch[]): Promise<Checked>;
  /** Saves and writes the address immediately, before the page may be closed. Resolves when both are done. */
  flush(): Promise<void>;
  /** Writes the address again, after the baseline changed. */
  showAddress(): void;
  /** Ends the run and frees its worker. A closed Lab cannot be started again. */
  close(): void;
}

/** Creates a Lab in its initial state. */
export function createLab(outside: Environment): Lab {
  const store = createStore<LabState>(() => initialLab);
  const frames = new Frames();
  const view = createView();
  const feed = new FrameFeed(frames, view);
  const gate = new Gate();
  const notes = new RunNotes(store);
  const client = new EngineClient(outside.spawn, {
    onReady({ engine: version, catalog, presets }) {
      store.setState({ engine: { status: 'ready', version, message: null }, catalog, presets });
      client.setSpeed(store.getState().run.targetSpeed);
      feed.connect(client);
      gate.open(true);
    },
    onFrame(frame) {
      const { layout, run } = store.getState();
      if (layout && frame.run === run.run) feed.receive(frame, layout);
      else feed.pass(frame);
      notes.onFrame(frame);
    },
    onState: (report) => notes.onState(report),
    onLayout: (report) => editor.onLayout(report),
    onStep(report) {
      notes.onStep(report);
      const [first] = report.events;
      const here = report.to === 'event' || report.to === 'packet';
      if (first && !here && report.run === store.getState().run.run) lookAt(view, first.at_s);
    },
    onWarnings({ run, warnings }) {
      if (run === store.getState().run.run) store.setState({ warnings });
    },
    onFiles({ run, missing }) {
      if (run === store.getState().run.run) store.setState({ missing });
      supply();
    },
    onFailed(message, t_s) {
      feed.connect(null);
      notes.onFailed(message, t_s);
      gate.open(false);
    },
  });

  /** Sends the first missing file that the page has; the engine then reports the files that are still missing. */
  const supply = (): void => {
    for (const needed of store.getState().missing) {
      const file = outside.files.find(needed);
      if (file) {
        client.addFile(file);
        return;
      }
    }
  };

  const bench = new Workbench(store, client, {
    onRun: (fromStart, duration_s) => {
      notes.onRun();
      view.fit(duration_s);
      if (fromStart) view.reset();
    },
    now_s: () => notes.now_s(),
    onEdited: (t_s) => notes.onEdited(t_s),
  });
  const address = new AddressBar(outside.window, outside.formats);
  const keeping = new Keeping(store, new WorkStore(outside));
  const editor = new Editor(store, bench, {
    onCommit(again) {
      keeping.soon();
      address.show(fragment, again ? 'replace' : 'push');
    },
    onGestureEnd: () => void address.flush(),
    onReturn: (document) => keeping.returnTo(document),
  });
  const fragment = (): Promise<string | null> => sharing.fragment();
  const setSpeed: LabActions['setSpeed'] = (speed) => {
    store.setState(({ run }) => ({ run: { ...run, targetSpeed: speed } }));
    client.setSpeed(speed);
  };

  /** Resolves when the engine is ready; restarts it first if it had failed. */
  const engine = (): Promise<boolean> => {
    if (store.getState().engine.status === 'failed') startEngine();
    return gate.passed();
  };
  let started = false;
  const startEngine = (): void => {
    started = true;
    gate.close();
    store.setState(({ engine: known }) => ({ engine: { ...known, status: 'compiling', message: null } }));
    client.start();
  };
  const completed = async (scenario: unknown): Promise<Scenario | null> => {
    const checked = await client.ask((api) => api.check(scenario)).catch(() => null);
    return checked?.ok ? checked.scenario : null;
  };
  const opening = new Opening({
    store,
    editor,
    address,
    keeping,
    fragment,
    setSpeed,
    completed,
    isSeen: outside.isSeen ?? (() => true),
    openBaseline: (baseline) => outside.openBaseline?.(baseline),
    openStudy: (study, look) => outside.openStudy?.(study, look),
    engine,
  });
  const flush = (): Promise<void> => {
    keeping.now();
    return address.flush();
  };
  /** Saves the present experiment before `work` replaces it. */
  const first = <T>(work: () => T): T => {
    keeping.now();
    return work();
  };
  const sharing = new Sharing(store, client, outside.formats, {
    scenario: (scenario, options) => first(() => opening.scenario(scenario, options)),
    baseline: (baseline) => outside.openBaseline?.(baseline),
    study: (study, look, file) => outside.openStudy?.(study, look, file),
  });

  const actions: LabActions = {
    ...playerActions({ store, client, editor, notes, view }),
    setSpeed,
    openPreset: (id) => void first(() => opening.preset(id)),
    openScenario: (scenario, options = {}) => first(() => opening.scenario(scenario, options)),
    change(set, gesture) {
      const state = store.getState();
      const closed = set.filter(({ path }) => !mayChange(state, path));
      if (closed.length === 0) editor.change(set, gesture);
      else {
        const problems = closed.map(({ path }) => ({ path, message: MESSAGE.closed }));
        store.setState({ problems, isBadLink: false });
      }
    },
    endGesture: () => editor.endGesture(),
    switchBranch: (branch) => editor.switchBranch(branch),
    undo: () => editor.undo(),
    redo: () => editor.redo(),
    select: (selection) => store.setState({ selection }),
    lockSeed: (seedLocked) => store.setState({ seedLocked }),
    addFile(file) {
      client.addFile(file);
      outside.files.add(file);
    },
    dismissProblems: () => store.setState({ problems: [] }),
    restartEngine() {
      // Requests to a worker that did not start are answered by the next one.
      if (store.getState().engine.status === 'compiling') {
        client.start();
        return;
      }
      const known = store.getState().document !== null;
      startEngine();
      void gate.passed().then((ready) => {
        if (!ready) return;
        if (known) editor.reopen();
        else void opening.arrive();
      });
    },
    earlierWork: () => keeping.list(),
    resumeWork: (id) => void first(() => keeping.resume(id, (scenario) => opening.scenario(scenario, {}))),
    removeWork: (id) => keeping.remove(id),
    dismissOffer: () => keeping.dismissOffer(),
    dismissUnsaved: () => keeping.dismissUnsaved(),
    dismissRemoved: () => keeping.dismissRemoved(),
  };

  const stopTurns = outside.loop.serve(feed);
  const stopSupply = outside.files.store.subscribe(supply);
  return {
    files: outside.files,
    store,
    actions,
    sharing,
    frames,
    view,
    start() {
      address.onVisit((decoded) => void first(() => opening.visit(decoded)));
      startEngine();
      void opening.arrive();
    },
    startWith(scenario, options) {
      startEngine();
      return opening.first(scenario, options);
    },
    ready() {
      if (!started) startEngine();
      return engine();
    },
    show: (scenario, options) => opening.first(scenario, options),
    completed,
    applied: (scenario, set) =>
      client
        .ask((api) => api.apply(scenario, [...set]))
        .catch((error: unknown) => {
          if (error instanceof EngineFailure) return refusal(error.message);
          throw error;
        }),
    flush,
    showAddress: () => address.show(fragment, 'replace'),
    close() {
      void flush();
      stopTurns();
      stopSupply();
      feed.connect(null);
      client.close();
      gate.open(false);
    },
  };
}
