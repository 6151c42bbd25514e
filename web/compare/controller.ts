/**
 * Comparing runs in the Lab: which are kept, which of them stays behind the one in front, and how both come to the same
 * simulated time.
 *
 * A run that stays behind is a laboratory of its own, without address or storage: it is simulated from its document as
 * far as it was kept, shows the interval that the one in front shows, and goes on with it when that gets further. While
 * the one in front is that very run it waits, for nothing can be learnt from a run beside itself. One at a time has a
 * worker; it is ended when another takes its place, or none.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { timeText } from '../charts/format';
import { chartsBehind } from '../charts/laterParts';
import { figure } from '../controls/quantity';
import type { Summary } from '../engine/summary';
import type { Lab } from '../lab/lab';
import { lookAt } from '../lab/player';
import type { Against, Behind, LabState } from '../lab/state';
import type { Storage } from '../lab/work';
import type { Needs } from '../engine/protocol';
import { valueAt } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import type { StudyWorkers } from '../study/workers';
import { notify } from '../ui/notices';
import type { KeptInLink } from '../url/codec';
import { firstDifference, sharedSeries } from './firstDifference';
import { namesOf } from './naming';
import { PairedReplications } from './replications';
import { comparedMeasures } from './comparedMeasures';
import { fitting, readSavedRuns, writeSavedRuns, type SavedRun } from './savedRunStore';

export interface CompareState {
  /** Newest first. */
  runs: readonly SavedRun[];
  /** The one that stays behind, by id. */
  behind: string | null;
  /** It is the run in front: it is simulated behind it as soon as that is another. */
  waits: boolean;
  /** Something that is asked for takes a moment. */
  busy: boolean;
}

export interface CompareOptions {
  /** The page's run, behind which others stay. */
  front: Lab;
  /** Makes a laboratory that leaves the page's address alone. */
  another: () => Lab;
  workers: StudyWorkers;
  storage: Storage | null;
  now_ms: () => number;
  freshId: () => string;
}

export class CompareController {
  readonly store: StoreApi<CompareState>;
  readonly replications: PairedReplications;
  private readonly front: Lab;
  private readonly tools: CompareOptions;
  private back: Lab | null = null;
  private leave: (() => void)[] = [];
  /** Whether the browser keeps the list. */
  private isStored: boolean;

  constructor(tools: CompareOptions) {
    this.tools = tools;
    this.front = tools.front;
    this.replications = new PairedReplications(tools.workers);
    this.isStored = tools.storage !== null;
    this.store = createStore<CompareState>(() => ({
      runs: readSavedRuns(tools.storage),
      behind: null,
      waits: false,
      busy: false,
    }));
    void this.weed();
  }

  /** Keeps the run as it stands, behind the one in front. */
  async keep(lab = this.front): Promise<void> {
    const { document, run, catalog } = lab.store.getState();
    if (!document || !catalog) return;
    const summary = await lab.actions.summary().catch(() => null);
    const kept = this.add(document, summary?.now_s ?? run.t_s, summary);
    await this.putBehind(kept.id);
    notify(
      `Baseline saved at ${figure(kept.t_s, 's', 4)}. It is drawn lighter behind the next run; d shows the difference.`,
    );
  }

  /** Has a run that was kept stay behind; the one before makes room. */
  async putBehind(id: string): Promise<void> {
    const kept = this.store.getState().runs.find((run) => run.id === id);
    if (!kept) return;
    this.clear();
    void chartsBehind.need();
    const back = this.tools.another();
    this.back = back;
    this.store.setState({ behind: id });
    this.show(kept.document, 'overlay', back);
    this.leave = [() => back.close()];
    if (!this.isInFront(kept)) {
      await this.simulate(kept, back);
      return;
    }
    this.store.setState({ waits: true });
    let { document } = this.front.store.getState();
    const stop = this.front.store.subscribe((state) => {
      if (state.document === document) return;
      document = state.document;
      if (this.isInFront(kept)) return;
      stop();
      void this.simulate(kept, back);
    });
    this.leave.unshift(stop);
    this.front.showAddress();
  }

  /** Whether the run in front is the one that was kept, wherever it stands. */
  private isInFront(kept: SavedRun): boolean {
    return same(this.front.store.getState().document, kept.document);
  }

  private async simulate(kept: SavedRun, back: Lab): Promise<void> {
    const { watched } = this.front.store.getState();
    this.store.setState({ waits: false });
    this.leave.unshift(this.mirror(back));
    const { ok } = await back.startWith(kept.document, { until_s: kept.t_s, play: false, watch: watched });
    if (this.back !== back) return;
    if (!ok) {
      this.remove(kept.id);
      notify('This run cannot be simulated any more, and is not kept.', 'refused');
      return;
    }
    this.leave.unshift(this.follow(back));
    this.front.showAddress();
  }

  /** Nothing stays behind; what was kept is still listed. */
  clear(): void {
    this.leave.splice(0).forEach((leave) => leave());
    this.back = null;
    this.replications.cancel();
    if (this.store.getState().behind === null) return;
    this.store.setState({ behind: null, waits: false });
    this.front.store.setState({ behind: null });
    this.front.showAddress();
  }

  /** Keeps it no longer. */
  remove(id: string): void {
    if (this.store.getState().behind === id) this.clear();
    this.change((runs) => runs.filter((run) => run.id !== id));
  }

  /** Opens a run that was kept in front, at the moment at which it was. */
  async takeUp(id: string): Promise<void> {
    const kept = this.store.getState().runs.find((run) => run.id === id);
    if (kept) await this.front.actions.openScenario(kept.document, { until_s: kept.t_s, play: false });
  }

  /** Keeps what a link holds, behind the run in front; why it could not be, or null. */
  async compareWith(text: string): Promise<string | null> {
    const decoded = await this.front.sharing.decode(text);
    if (!decoded.ok) return decoded.message;
    if (!('scenario' in decoded)) return 'This link holds a study. A run is compared with an experiment.';
    return this.openLinked({ ok: true, scenario: decoded.scenario });
  }

  /** A link was opened that holds both. */
  async arrive(kept: KeptInLink): Promise<void> {
    const why = await this.openLinked(kept);
    if (why !== null) notify(`The run that this link compares with cannot be opened. ${why}`, 'refused');
  }

  private async openLinked(kept: KeptInLink): Promise<string | null> {
    if (!kept.ok) return kept.message;
    const checked = await this.front.sharing.checked(kept.scenario).catch(() => null);
    if (!checked) return 'The simulator does not answer. Start it again first.';
    if (!checked.ok) return checked.problems.map(({ path, message }) => `${path}: ${message}`).join(' ');
    const { document, run } = this.front.store.getState();
    const { behind } = this.front.store.getState();
    if (behind && same(behind.document, checked.scenario)) return null;
    if (!document) return 'There is no run to compare with yet.';
    const until_s = run.seeking ? (run.target_s ?? run.t_s) : run.t_s;
    await this.putBehind(this.add(checked.scenario, until_s, null).id);
    return null;
  }

  /** Overlay, difference, ratio, and round again; or `wanted`. */
  against(wanted?: Against): void {
    const { behind } = this.front.store.getState();
    if (!behind) return;
    const next = wanted ?? WAYS[(WAYS.indexOf(behind.against) + 1) % WAYS.length] ?? 'overlay';
    this.front.store.setState({ behind: { ...behind, against: next } });
    notify(saidOf({ ...behind, against: next }));
  }

  /** Brings the first moment into view at which the two differ. */
  async divergence(): Promise<void> {
    const { back, front } = this;
    const { busy, waits } = this.store.getState();
    if (!back || busy || waits) return;
    this.store.setState({ busy: true });
    const goesOn = front.store.getState().run.playing;
    try {
      await rest(front);
      await when(back, ({ layout, run }) => layout !== null && !run.seeking);
      const [ours, theirs] = [front.store.getState(), back.store.getState()];
      if (!ours.layout || !theirs.layout) return;
      const series = sharedSeries(ours.layout, theirs.layout);
      const until_s = Math.min(ours.run.t_s, theirs.run.t_s);
      // What is longer ago is recorded more coarsely: both are asked at the same age.
      await arrival(back, until_s);
      const found = await firstDifference(series, until_s, front.actions.recordedOf, back.actions.recordedOf);
      if (theirs.run.t_s > until_s) back.actions.seek(theirs.run.t_s);
      if (!found) notify(`The two runs are the same as far as both have come, ${figure(until_s, 's', 4)}.`);
      else {
        lookAt(front.view, found.t_s);
        notify(`The runs part at ${timeText(found.t_s, 1e-3)}: ${found.series} differs first.`);
      }
    } catch (error) {
      notify(error instanceof TooLong ? error.message : 'The simulator does not answer.', 'refused');
    } finally {
      this.store.setState({ busy: false });
      if (goesOn) front.actions.play();
    }
  }

  /** Has the run in front come as far as the one behind: from 0 with all that was changed, where it was. */
  catchUp(): void {
    const { back, front } = this;
    const { document, run } = front.store.getState();
    if (!back || !document) return;
    const { t_s } = back.store.getState().run;
    if (!this.isMixed()) {
      front.actions.seek(t_s);
      return;
    }
    const stop = front.store.subscribe((state) => {
      if (state.run.run === run.run) return;
      stop();
      front.actions.pause();
      front.actions.seek(t_s);
    });
    front.actions.restart();
  }

  /** Whether the run in front was changed on its way where the one behind was not: its figures are of both. */
  isMixed(): boolean {
    const { document, behind } = this.front.store.getState();
    return (
      !!document && !!behind && !same(document.edits, behind.document.edits) && document.edits.length > 0
    );
  }

  /** Summaries again, with so many seeds, as far as both have come. */
  repeat(seeds: number): void {
    const { document, behind, run } = this.front.store.getState();
    if (document && behind) void this.replications.run(behind.document, document, run.t_s, seeds);
  }

  /** The summary of the run behind. */
  summary(signal?: AbortSignal): Promise<Summary> {
    return this.back ? this.back.actions.summary(signal) : Promise.reject(new Error('Nothing is kept.'));
  }

  private add(document: Scenario, t_s: number, summary: Summary | null): SavedRun {
    const { catalog } = this.front.store.getState();
    const measures = catalog && summary ? comparedMeasures(catalog, document, document) : [];
    const figures = measures.flatMap(({ path }): [string, number][] => {
      const value = valueAt(summary, path);
      return typeof value === 'number' ? [[path, value]] : [];
    });
    const { runs } = this.store.getState();
    const before = runs.find((run) => same(run.document, document));
    if (before && !summary) return before;
    const kept: SavedRun = {
      id: before?.id ?? this.tools.freshId(),
      keptAt: this.tools.now_ms(),
      document,
      t_s,
      figures: Object.fromEntries(figures),
    };
    this.change((others) => [kept, ...others.filter(({ id }) => id !== kept.id)]);
    return kept;
  }

  /** Changes the list as it stands by now: another tab may have kept runs since. */
  private change(how: (runs: readonly SavedRun[]) => readonly SavedRun[]): void {
    const { storage } = this.tools;
    const runs = fitting(how(this.isStored ? readSavedRuns(storage) : this.store.getState().runs));
    const hadRoom = this.isStored;
    this.isStored &&= writeSavedRuns(storage, runs);
    this.store.setState({ runs });
    if (hadRoom && !this.isStored)
      notify('This browser has no room for kept runs: they last as long as this page.', 'refused');
  }

  /** What was kept by an engine that accepted more is not listed. */
  private async weed(): Promise<void> {
    const { runs } = this.store.getState();
    const judged = await Promise.all(
      runs.map((run) =>
        this.front.sharing.checked(run.document).then(
          (checked) => (checked.ok ? { ...run, document: checked.scenario } : null),
          () => run,
        ),
      ),
    );
    const good = new Map(judged.flatMap((run): [string, SavedRun][] => (run ? [[run.id, run]] : [])));
    const known = new Set(runs.map(({ id }) => id));
    if (runs.length > 0)
      this.change((now) => now.flatMap((run) => (known.has(run.id) ? (good.get(run.id) ?? []) : run)));
  }

  /** Tells the run in front what stays behind it, by names that hold for both as they stand. */
  private show(document: Scenario, against: Against, back: Lab): void {
    const { store, frames } = back;
    const { catalog, document: front } = this.front.store.getState();
    const [name, own] = catalog && front ? namesOf(catalog, [document, front]) : [];
    const behind: Behind = {
      document,
      name: name ?? 'kept run',
      front: own ?? 'this run',
      against,
      store,
      frames,
    };
    this.front.store.setState({ behind });
  }

  /** Has the run behind show what the one in front shows. */
  private mirror(back: Lab): () => void {
    let from: Needs | null = null;
    let needs: Needs = { series: [], histograms: [], counts: [] };
    const look = (): void => {
      const { t0_s, t1_s, span_s, columns, needs: wanted } = this.front.view.store.getState();
      if (wanted !== from) [from, needs] = [wanted, { series: wanted.series, histograms: [], counts: [] }];
      back.view.store.setState({ follow: false, t0_s, t1_s, span_s, columns, needs });
    };
    look();
    return this.front.view.store.subscribe(look);
  }

  /** Has the run behind go on with the one in front, watch the same flows, and be named by what differs. */
  private follow(back: Lab): () => void {
    // What was changed while it started is looked at first.
    let document: Scenario | null = null;
    let { watched } = this.front.store.getState();
    const look = (): void => {
      const state = this.front.store.getState();
      const { run } = back.store.getState();
      const reached_s = run.seeking ? Math.max(run.target_s ?? 0, run.t_s) : run.t_s;
      if (state.run.t_s > reached_s && !run.ended) back.actions.seek(state.run.t_s);
      const [changed, other] = [state.document !== document, state.watched !== watched];
      // First, for what follows changes the state again.
      ({ document, watched } = state);
      if (other) back.actions.watch(state.watched);
      if (!changed || !state.behind) return;
      this.replications.cancel();
      this.show(state.behind.document, state.behind.against, back);
    };
    look();
    return this.front.store.subscribe(look);
  }
}

const WAYS: readonly Against[] = ['overlay', 'difference', 'ratio'];

function saidOf({ against, name, front }: Behind): string {
  if (against === 'overlay') return `Charts show ${front}, and ${name} pale behind it.`;
  if (against === 'difference') return `Charts show the difference: ${front} less ${name}.`;
  return `Charts show the ratio: ${front} over ${name}.`;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Resolves when the run stands still. */
function rest(lab: Lab): Promise<void> {
  lab.actions.pause();
  return when(lab, ({ run }) => !run.playing && !run.seeking);
}

/** Resolves when the run has come to `t_s`, from wherever it is. */
function arrival(lab: Lab, t_s: number): Promise<void> {
  const there = ({ run }: LabState): boolean => !run.seeking && Math.abs(run.t_s - t_s) < 1e-9;
  if (!there(lab.store.getState())) lab.actions.seek(t_s);
  return when(lab, there);
}

/** Resolves as soon as the laboratory `is` so; rejects where it takes longer than anybody waits. */
function when({ store }: Lab, is: (state: LabState) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      if (!is(store.getState())) return;
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = store.subscribe(settle);
    const timer = setTimeout(() => {
      stop();
      reject(new TooLong('The run behind takes too long to come there. Let it, and ask again.'));
    }, PATIENCE_MS);
    settle();
  });
}

const PATIENCE_MS = 60_000;

class TooLong extends Error {}
