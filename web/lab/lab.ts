/**
 * A laboratory: one experiment and its run, with all that belongs to them – state, engine, frames, time
 * axis, what can be done. A page can show several; what each of them needs from outside is given.
 *
 * Nothing is decided here that has a name elsewhere: changes are the editor's, opening is `opening.ts`'s.
 * The surroundings (worker, window, storage, clock) are given, so that tests bring their own, and so that
 * only one laboratory of a page writes its address and keeps its work.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { EngineClient, type WorkerLike } from '../engine/client';
import { FrameFeed } from '../samples/feed';
import { Frames } from '../samples/frames';
import type { FrameLoop } from '../samples/loop';
import { createView, type TimeView } from '../samples/view';
import type { Scenario } from '../scenario/types';
import { AddressBar, type AddressWindow, type GetFormats } from '../url/address';
import type { LinkedBaseline } from '../url/codec';
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
import { initialLab, type LabActions, type LabState } from './state';
import { WorkStore, type Storage } from './work';
import { Workbench } from './workbench';

export interface Surroundings {
  spawn: () => WorkerLike;
  /** The page's animation-frame loop, which all its laboratories share. */
  loop: FrameLoop;
  /** Whose address says which experiment this is; null where the address is another's, or there is none. */
  window: AddressWindow | null;
  /** Where changed work is kept; null where it is not. */
  storage: Storage | null;
  /** What of it other tabs use. */
  claims: Claims;
  formats: GetFormats;
  /** Those that were given since the page was opened; its laboratories share them. */
  files: LoadedFiles;
  /** Puts baseline the run what the link that was opened compares it with. */
  openBaseline?: (kept: LinkedBaseline) => void;
  /** Opens a study that came by a link or a file, in its own room. */
  openStudy?: (study: JsonObject, look: string) => void;
  /** ms since 1970. */
  now_ms: () => number;
  /** An id that no other tab gives. */
  freshId: () => string;
}

export interface Lab {
  /** What files the page has, for whatever runs elsewhere. */
  readonly files: LoadedFiles;
  readonly store: StoreApi<LabState>;
  readonly actions: LabActions;
  /** Links and files of the present experiment. */
  readonly sharing: Sharing;
  readonly frames: Frames;
  readonly view: TimeView;
  /** Starts the engine and opens what the address holds, or the first preset. */
  start(): void;
  /** Starts the engine and opens `scenario`, with nothing to undo. */
  readonly startWith: Open;
  /** Saves and writes the address at once, as where the page may be about to go. Resolves when both are done. */
  flush(): Promise<void>;
  /** The address no longer says all: something is kept baseline the run, or is not any more. */
  showAddress(): void;
  /** Ends the run and frees its worker. A closed laboratory is not started again. */
  close(): void;
}

export function createLab(outside: Surroundings): Lab {
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

  /** Gives the engine the first of the files that it lacks and the page has; it says then what it lacks still. */
  const supply = (): void => {
    for (const wanted of store.getState().missing) {
      const file = outside.files.find(wanted);
      if (file) {
        client.give(file);
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
  const opening = new Opening({
    store,
    editor,
    address,
    keeping,
    fragment,
    setSpeed,
    completed,
    openBaseline: (kept) => outside.openBaseline?.(kept),
    openStudy: (study, look) => outside.openStudy?.(study, look),
    engine,
  });
  const flush = (): Promise<void> => {
    keeping.now();
    return address.flush();
  };
  /** What is being edited is saved before something else takes its place. */
  const first = <T>(work: () => T): T => {
    keeping.now();
    return work();
  };
  const sharing = new Sharing(store, client, outside.formats, {
    scenario: (scenario, options) => first(() => opening.scenario(scenario, options)),
    kept: (kept) => outside.openBaseline?.(kept),
    study: (study, look) => outside.openStudy?.(study, look),
  });

  const actions: LabActions = {
    ...playerActions({ store, client, editor, notes, view }),
    setSpeed,
    openPreset: (id) => void first(() => opening.preset(id)),
    openScenario: (scenario, options = {}) => first(() => opening.scenario(scenario, options)),
    change: (set, gesture) => editor.change(set, gesture),
    endGesture: () => editor.endGesture(),
    switchBranch: (branch) => editor.switchBranch(branch),
    undo: () => editor.undo(),
    redo: () => editor.redo(),
    select: (selection) => store.setState({ selection }),
    lockSeed: (seedLocked) => store.setState({ seedLocked }),
    addFile(file) {
      client.give(file);
      outside.files.add(file);
    },
    dismissProblems: () => store.setState({ problems: [] }),
    restartEngine() {
      // Whoever waits for the worker that did not come is served by the next one.
      if (store.getState().engine.status === 'compiling') {
        client.start();
        return;
      }
      const known = store.getState().document !== null;
      startEngine();
      void gate.passed().then((there) => {
        if (!there) return;
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
