/**
 * Controller of the comparison of runs in the Lab: the saved runs, the baseline among them, and the times of both runs.
 *
 * The baseline is simulated in a Lab of its own, without address or storage. It runs from its document up to the time at
 * which it was saved, shows the same interval as the current run, and continues with it. While the current run is the
 * baseline itself, no second simulation runs. Only one baseline has a worker, which ends when the baseline changes.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { timeText } from '../plot/format';
import { baselineCharts } from '../charts/lazyParts';
import { figure } from '../controls/quantity';
import type { Summary } from '../engine/summary';
import type { Lab } from '../lab/lab';
import { lookAt } from '../lab/player';
import type { ComparisonMode, Baseline, LabState } from '../lab/state';
import { editsOf } from '../scenario/edits';
import type { Storage } from '../storage/browserStore';
import type { Needs } from '../engine/protocol';
import { valueAt } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import type { StudyWorkers } from '../sweep/workers';
import { notify } from '../ui/notices';
import type { LinkedBaseline } from '../url/codec';
import { firstDifference, sharedSeries } from './firstDifference';
import { namesOf } from './naming';
import { measuredPart } from '../measured/lazyMeasured';
import { MeasuredRun } from '../measured/measuredRun';
import { wantMeasured } from '../measured/offer';
import type { MeasuredFile } from '../sweep/measuredFile';
import type { MeasuredChoice } from '../url/measuredChoice';
import { PairedReplications } from './replications';
import { comparedMeasures } from './comparedMeasures';
import { MESSAGE } from './strings';
import { fitting, readSavedRuns, writeSavedRuns, type SavedRun } from './savedRunStore';

/** State of the comparison. */
export interface CompareState {
  /** Saved runs, newest first. */
  runs: readonly SavedRun[];
  /** Id of the baseline; null if there is none. */
  baselineId: string | null;
  /** Whether the baseline is the current run; it is simulated once the current run differs. */
  isCurrent: boolean;
  /** Whether a search for the first difference is in progress. */
  busy: boolean;
  /** Measured runs that were a baseline since the page was opened, newest first. */
  measured: readonly MeasuredEntry[];
}

/** A measured run and the use of its series. */
export interface MeasuredEntry {
  file: MeasuredFile;
  choice: MeasuredChoice;
}

/** Dependencies of the controller. */
export interface CompareOptions {
  /** Lab of the current run. */
  current: Lab;
  /** Creates a Lab that does not change the address of the page. */
  another: () => Lab;
  workers: StudyWorkers;
  storage: Storage | null;
  now_ms: () => number;
  freshId: () => string;
}

/** Saves runs, shows one of them as baseline, and compares it with the current run. */
export class CompareController {
  readonly store: StoreApi<CompareState>;
  readonly replications: PairedReplications;
  private readonly current: Lab;
  private readonly options: CompareOptions;
  private baseline: Lab | null = null;
  /** The measured run that is the baseline in place of a simulated one. */
  private measured: MeasuredRun | null = null;
  /** Functions that end the subscriptions of the baseline. */
  private cleanups: (() => void)[] = [];
  /** Whether the browser stores the list. */
  private isStored: boolean;
  /** Documents that the engine has accepted, by the id of their run; others are not shown. */
  private readonly accepted = new Map<string, Scenario>();
  /** Runs about whose documents the engine was asked. */
  private readonly asked = new Set<string>();

  constructor(options: CompareOptions) {
    this.options = options;
    this.current = options.current;
    this.replications = new PairedReplications(options.workers);
    this.isStored = options.storage !== null;
    this.store = createStore<CompareState>(() => ({
      runs: [],
      baselineId: null,
      isCurrent: false,
      busy: false,
      measured: [],
    }));
    void this.check(readSavedRuns(options.storage));
  }

  /** Saves the present run as baseline. */
  async saveBaseline(lab = this.current): Promise<void> {
    const { document, run, catalog } = lab.store.getState();
    if (!document || !catalog) return;
    const summary = await lab.actions.summary().catch(() => null);
    const saved = this.add(document, summary?.now_s ?? run.t_s, summary);
    await this.showBaseline(saved.id);
    notify(MESSAGE.saved(figure(saved.t_s, 's', 4)));
  }

  /** Makes a saved run the baseline, in place of the one before. */
  async showBaseline(id: string): Promise<void> {
    const saved = this.store.getState().runs.find((run) => run.id === id);
    if (!saved) return;
    this.hideBaseline();
    void baselineCharts.load();
    const back = this.options.another();
    this.baseline = back;
    this.store.setState({ baselineId: id });
    this.show(saved.document, 'overlay', back);
    this.cleanups = [() => back.close()];
    if (!this.isCurrentRun(saved)) {
      await this.simulate(saved, back);
      return;
    }
    this.store.setState({ isCurrent: true });
    let { document } = this.current.store.getState();
    const stop = this.current.store.subscribe((state) => {
      if (state.document === document) return;
      document = state.document;
      if (this.isCurrentRun(saved)) return;
      stop();
      void this.simulate(saved, back);
    });
    this.cleanups.unshift(stop);
    this.current.showAddress();
  }

  /** Makes a measured run the baseline, and opens its experiment if `simulate` is true. */
  async showMeasured(file: MeasuredFile, choice: MeasuredChoice, simulate = false): Promise<void> {
    this.hideBaseline();
    void baselineCharts.load();
    const run = new MeasuredRun(this.current, file, choice);
    this.measured = run;
    const others = this.store.getState().measured.filter((one) => one.file.sha256 !== file.sha256);
    this.store.setState({ measured: [{ file, choice }, ...others].slice(0, MAX_MEASURED) });
    this.present(run, 'overlay');
    let { document } = this.current.store.getState();
    const stop = this.current.store.subscribe((state) => {
      if (state.document === document || !state.baseline) return;
      ({ document } = state);
      this.present(run, state.baseline.mode);
    });
    this.cleanups = [stop, () => run.close()];
    if (simulate) await this.simulateMeasured();
    this.current.showAddress();
  }

  /** Opens the experiment of the measured run, which stays the baseline. */
  async simulateMeasured(): Promise<void> {
    const scenario = this.measured?.scenario;
    if (scenario) await this.current.actions.openScenario(scenario, { play: true });
  }

  /** Removes a measured run from the list. */
  removeMeasured({ file }: MeasuredEntry): void {
    if (this.measured?.file === file) this.hideBaseline();
    const { measured } = this.store.getState();
    this.store.setState({ measured: measured.filter((one) => one.file !== file) });
  }

  /** Gives a measured run to the current run's Lab. */
  private present(run: MeasuredRun, mode: ComparisonMode): void {
    const { document } = this.current.store.getState();
    if (!document) return;
    const { store, frames, choice, scenario, name } = run;
    const measured = { choice, scenario };
    this.current.store.setState({
      baseline: { document, name, currentName: MESSAGE.simulated, mode, store, frames, measured },
    });
  }

  /** Whether the current run is the saved one, at any time. */
  private isCurrentRun(saved: SavedRun): boolean {
    return same(this.current.store.getState().document, saved.document);
  }

  private async simulate(saved: SavedRun, back: Lab): Promise<void> {
    const { watched } = this.current.store.getState();
    this.store.setState({ isCurrent: false });
    this.cleanups.unshift(this.mirror(back));
    const { ok } = await back.startWith(saved.document, { until_s: saved.t_s, play: false, watch: watched });
    if (this.baseline !== back) return;
    if (!ok) {
      this.remove(saved.id);
      notify(MESSAGE.notSimulated, 'refused');
      return;
    }
    this.cleanups.unshift(this.follow(back));
    this.current.showAddress();
  }

  /** Hides the baseline; the run stays in the list. */
  hideBaseline(): void {
    this.cleanups.splice(0).forEach((cleanup) => cleanup());
    const wasMeasured = this.measured !== null;
    this.baseline = null;
    this.measured = null;
    this.replications.cancel();
    if (this.store.getState().baselineId === null && !wasMeasured) return;
    this.store.setState({ baselineId: null, isCurrent: false });
    this.current.store.setState({ baseline: null });
    this.current.showAddress();
  }

  /** Removes a saved run. */
  remove(id: string): void {
    if (this.store.getState().baselineId === id) this.hideBaseline();
    this.change((runs) => runs.filter((run) => run.id !== id));
  }

  /** Opens a saved run as the current run, at the time at which it was saved. */
  async open(id: string): Promise<void> {
    const saved = this.store.getState().runs.find((run) => run.id === id);
    if (saved) await this.current.actions.openScenario(saved.document, { until_s: saved.t_s, play: false });
  }

  /** Makes the experiment of a link the baseline; returns the reason if that is impossible, else null. */
  async compareWith(text: string): Promise<string | null> {
    const decoded = await this.current.sharing.decode(text);
    if (!decoded.ok) return decoded.message;
    if (!('scenario' in decoded)) return MESSAGE.isStudy;
    return this.openLinked({ ok: true, scenario: decoded.scenario });
  }

  /** Makes the second experiment of an opened link the baseline. */
  async openLinkedBaseline(saved: LinkedBaseline): Promise<void> {
    const problem = await this.openLinked(saved);
    if (problem !== null) notify(MESSAGE.linkNotOpened(problem), 'refused');
  }

  private async openLinked(saved: LinkedBaseline): Promise<string | null> {
    if (!saved.ok) return saved.message;
    if ('measured' in saved) {
      void measuredPart.load();
      wantMeasured(saved.measured);
      return null;
    }
    const checked = await this.current.sharing.checked(saved.scenario).catch(() => null);
    if (!checked) return MESSAGE.noAnswer;
    if (!checked.ok)
      return checked.problems.map(({ path, message }) => MESSAGE.problem(path, message)).join(' ');
    const { document, run } = this.current.store.getState();
    const { baseline } = this.current.store.getState();
    if (baseline && !baseline.measured && same(baseline.document, checked.scenario)) return null;
    if (!document) return MESSAGE.noRun;
    const until_s = run.seeking ? (run.target_s ?? run.t_s) : run.t_s;
    await this.showBaseline(this.add(checked.scenario, until_s, null).id);
    return null;
  }

  /** Sets how charts show the baseline; without `mode`, the next of overlay, difference and ratio. */
  setMode(mode?: ComparisonMode): void {
    const { baseline } = this.current.store.getState();
    if (!baseline) return;
    const next = mode ?? MODES[(MODES.indexOf(baseline.mode) + 1) % MODES.length] ?? 'overlay';
    this.current.store.setState({ baseline: { ...baseline, mode: next } });
    notify(modeText({ ...baseline, mode: next }));
  }

  /** Scrolls the charts to the first time at which the two runs differ. */
  async showFirstDifference(): Promise<void> {
    const { baseline: back, current: front } = this;
    const { busy, isCurrent } = this.store.getState();
    if (!back || busy || isCurrent) return;
    this.store.setState({ busy: true });
    const wasPlaying = front.store.getState().run.playing;
    try {
      await paused(front);
      await when(back, ({ layout, run }) => layout !== null && !run.seeking);
      const [ours, theirs] = [front.store.getState(), back.store.getState()];
      if (!ours.layout || !theirs.layout) return;
      const series = sharedSeries(ours.layout, theirs.layout);
      const until_s = Math.min(ours.run.t_s, theirs.run.t_s);
      // Older samples are coarser, so both runs are read at the same time.
      await reached(back, until_s);
      const found = await firstDifference(series, until_s, front.actions.recordedOf, back.actions.recordedOf);
      if (theirs.run.t_s > until_s) back.actions.seek(theirs.run.t_s);
      if (!found) notify(MESSAGE.same(figure(until_s, 's', 4)));
      else {
        lookAt(front.view, found.t_s);
        notify(MESSAGE.firstDifference(timeText(found.t_s, 1e-3), found.series));
      }
    } catch (error) {
      notify(error instanceof TimeoutError ? error.message : MESSAGE.noAnswer, 'refused');
    } finally {
      this.store.setState({ busy: false });
      if (wasPlaying) front.actions.play();
    }
  }

  /** Runs the current run to the time of the baseline; from 0, with its present settings, if it was edited. */
  catchUp(): void {
    const { baseline: back, current: front } = this;
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

  /** Whether the current run has edits that the baseline does not have, so that its results cover several settings. */
  isMixed(): boolean {
    const { document, baseline } = this.current.store.getState();
    return (
      !!document &&
      !!baseline &&
      !baseline.measured &&
      !same(document.edits, baseline.document.edits) &&
      editsOf(document).length > 0
    );
  }

  /** Repeats both runs with several seeds, up to the current time. */
  repeat(seeds: number): void {
    const { document, baseline, run } = this.current.store.getState();
    if (document && baseline) void this.replications.run(baseline.document, document, run.t_s, seeds);
  }

  /** Returns the summary of the baseline, beside that of the current run; rejects if there is none. */
  async summary(current: Promise<Summary>, signal?: AbortSignal): Promise<Summary> {
    const { measured } = this;
    if (measured) return measured.summary(await current);
    return this.baseline
      ? this.baseline.actions.summary(signal)
      : Promise.reject(new Error(MESSAGE.noBaseline));
  }

  private add(document: Scenario, t_s: number, summary: Summary | null): SavedRun {
    const { catalog } = this.current.store.getState();
    const measures = catalog && summary ? comparedMeasures(catalog, document, document) : [];
    const results = measures.flatMap(({ path }): [string, number][] => {
      const value = valueAt(summary, path);
      return typeof value === 'number' ? [[path, value]] : [];
    });
    const { runs } = this.store.getState();
    const before = runs.find((run) => same(run.document, document));
    if (before && !summary) return before;
    const saved: SavedRun = {
      id: before?.id ?? this.options.freshId(),
      keptAt: this.options.now_ms(),
      document,
      t_s,
      figures: Object.fromEntries(results),
    };
    this.accepted.set(saved.id, document);
    this.change((others) => [saved, ...others.filter(({ id }) => id !== saved.id)]);
    return saved;
  }

  /** Changes the stored list, to which another tab may have added runs. */
  private change(update: (runs: readonly SavedRun[]) => readonly SavedRun[]): void {
    const { storage } = this.options;
    const runs = fitting(update(this.isStored ? readSavedRuns(storage) : this.store.getState().runs));
    const wasStored = this.isStored;
    this.isStored &&= writeSavedRuns(storage, runs);
    this.list(runs);
    if (wasStored && !this.isStored) notify(MESSAGE.storageFull, 'refused');
    void this.check(runs);
  }

  /** Shows the runs whose documents the engine has accepted. */
  private list(runs: readonly SavedRun[]): void {
    const shown = runs.flatMap((run) => {
      const document = this.accepted.get(run.id);
      return document ? [{ ...run, document }] : [];
    });
    this.store.setState({ runs: shown });
  }

  /** Asks the engine about stored documents before they are shown, and removes what it refuses, with a notice. */
  private async check(runs: readonly SavedRun[]): Promise<void> {
    const unread = runs.filter(({ id }) => !this.accepted.has(id) && !this.asked.has(id));
    if (unread.length === 0) return;
    for (const { id } of unread) this.asked.add(id);
    const refused = new Set<string>();
    for (const { id, document } of unread) {
      const checked = await this.current.sharing.checked(document).catch(() => null);
      if (!checked) this.asked.delete(id);
      else if (checked.ok) this.accepted.set(id, checked.scenario);
      else {
        refused.add(id);
        const [{ path, message } = { path: '', message: '' }] = checked.problems;
        notify(MESSAGE.removed(MESSAGE.problem(path, message)), 'refused');
      }
    }
    if (refused.size > 0) this.change((now) => now.filter(({ id }) => !refused.has(id)));
    else this.list(this.isStored ? readSavedRuns(this.options.storage) : this.store.getState().runs);
  }

  /** Gives the baseline to the current run's Lab, with names by which the two differ now. */
  private show(document: Scenario, mode: ComparisonMode, back: Lab): void {
    const { store, frames } = back;
    const { catalog, document: front } = this.current.store.getState();
    const [name, currentName] = catalog && front ? namesOf(catalog, [document, front]) : [];
    const baseline: Baseline = {
      document,
      name: name ?? MESSAGE.baselineName,
      currentName: currentName ?? MESSAGE.currentName,
      mode,
      store,
      frames,
      measured: null,
    };
    this.current.store.setState({ baseline });
  }

  /** Makes the baseline show the same interval and series as the current run. */
  private mirror(back: Lab): () => void {
    let from: Needs | null = null;
    let needs: Needs = { series: [], histograms: [], counts: [] };
    const copyView = (): void => {
      const { t0_s, t1_s, span_s, columns, needs: requested } = this.current.view.store.getState();
      if (requested !== from)
        [from, needs] = [requested, { series: requested.series, histograms: [], counts: [] }];
      back.view.store.setState({ follow: false, t0_s, t1_s, span_s, columns, needs });
    };
    copyView();
    return this.current.view.store.subscribe(copyView);
  }

  /** Makes the baseline continue with the current run, record the same flows, and take new names after edits. */
  private follow(back: Lab): () => void {
    // Edits made while the baseline started are handled first.
    let document: Scenario | null = null;
    let { watched } = this.current.store.getState();
    const update = (): void => {
      const state = this.current.store.getState();
      const { run } = back.store.getState();
      const reached_s = run.seeking ? Math.max(run.target_s ?? 0, run.t_s) : run.t_s;
      if (state.run.t_s > reached_s && !run.ended) back.actions.seek(state.run.t_s);
      const [changed, other] = [state.document !== document, state.watched !== watched];
      // Set first, because the calls below change the state again.
      ({ document, watched } = state);
      if (other) back.actions.watch(state.watched);
      if (!changed || !state.baseline) return;
      this.replications.cancel();
      this.show(state.baseline.document, state.baseline.mode, back);
    };
    update();
    return this.current.store.subscribe(update);
  }
}

/** Number of measured runs in the list. */
const MAX_MEASURED = 4;

/** Modes of the charts, in the order of the key. */
const MODES: readonly ComparisonMode[] = ['overlay', 'difference', 'ratio'];

/** Returns the message about a mode. */
function modeText({ mode, name, currentName }: Baseline): string {
  if (mode === 'overlay') return MESSAGE.overlay(currentName, name);
  if (mode === 'difference') return MESSAGE.difference(currentName, name);
  return MESSAGE.ratio(currentName, name);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Pauses a run; resolves when it is paused. */
function paused(lab: Lab): Promise<void> {
  lab.actions.pause();
  return when(lab, ({ run }) => !run.playing && !run.seeking);
}

/** Runs to `t_s`, forward or back; resolves when that time is reached. */
function reached(lab: Lab, t_s: number): Promise<void> {
  const isThere = ({ run }: LabState): boolean => !run.seeking && Math.abs(run.t_s - t_s) < 1e-9;
  if (!isThere(lab.store.getState())) lab.actions.seek(t_s);
  return when(lab, isThere);
}

/** Resolves when the state of a Lab meets a condition; rejects after a minute. */
function when({ store }: Lab, is: (state: LabState) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (!is(store.getState())) return;
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = store.subscribe(check);
    const timer = setTimeout(() => {
      stop();
      reject(new TimeoutError(MESSAGE.slowBaseline));
    }, TIMEOUT_MS);
    check();
  });
}

/** Milliseconds of wall time that a run may take to reach a time. */
const TIMEOUT_MS = 60_000;

class TimeoutError extends Error {}
