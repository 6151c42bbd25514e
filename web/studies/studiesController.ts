/**
 * Controller of the Studies view: the form, the study that runs, and the source of the study: a link, a file, the Lab, or
 * the last study of this browser.
 *
 * A changed form is planned at once, which finds its errors and the runs that are already stored. It runs on request.
 * Changes of the form do not affect a study that runs.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Catalog } from '../engine/catalog';
import { browserStorage } from '../storage/browserStore';
import type { Lab } from '../lab/lab';
import { titleOf } from '../lab/title';
import type { Problem, Scenario } from '../scenario/types';
import { studyWorkers } from '../sweep/workers';
import { Sweep, type SweepState } from '../sweep/sweep';
import type { CaseLine, StudyDocument } from '../types/engine';
import type { AddressWindow } from '../url/address';
import { notify } from '../ui/notices';
import type { ReadableFile } from '../url/file';
import { FORM, RESULTS, STUDIES, TOOLS } from './strings';
import { isObject, type JsonObject } from '../url/json';
import type { StudyRequest, ReferenceCurve } from './requests';
import { fieldAt, choicesFor } from './choices';
import { firstField, type Field } from './fields';
import { viewFromText, DEFAULT_VIEW, textFromView, type ViewSettings } from './viewSettings';
import { WHOLE_AXIS } from './axisSettings';
import { firstMeasure } from './measures';
import { ModelClient } from './modelClient';
import { BrowserLineStore } from './lineStore';
import { keyOfLine, RESULT_BYTES, resultsIn, type FileResults } from './resultFile';
import { lineReaders } from './resultLine';
import {
  axisAround,
  presentScenario,
  scenarioOf,
  studyOf,
  formStateOf,
  type StudyFormState,
} from './formState';

/** A part of the view: the study, the advisor, or the comparison of remedies. */
export type Part = 'study' | 'buffer' | 'remedies';

/** State of the view. */
export interface StudiesState {
  /** Null until there is an experiment. */
  form: StudyFormState | null;
  settings: ViewSettings;
  /** Stored results of a published figure that came with the study. */
  references: readonly ReferenceCurve[];
  /** Problems of the form, by field. */
  problems: readonly Problem[];
  /** Whether a study is being opened. */
  opening: boolean;
  shown: Part;
  /** Last request for the buffer of a bottleneck, by number; null: the first bottleneck. */
  advise: { count: number; bottleneck: string | null };
}

/** Milliseconds without a change after which the form is planned. */
const PLAN_MS = 400;

/** Holds the form and the sweep, and keeps the address up to date. */
export class StudiesController {
  readonly store: StoreApi<StudiesState> = createStore<StudiesState>(() => ({
    form: null,
    settings: DEFAULT_VIEW,
    references: [],
    problems: [],
    opening: false,
    shown: 'study',
    advise: { count: 0, bottleneck: null },
  }));
  readonly models = new ModelClient();
  readonly sweep: Sweep;
  readonly lineStore: BrowserLineStore;
  private planning: ReturnType<typeof setTimeout> | undefined;
  private hasOpened = false;
  /** Number of studies that were opened, so that only the last one is shown. */
  private visits = 0;
  private lastRequest = 0;
  private fieldsFor: [Scenario, readonly Field[]] | null = null;
  private presentFor: [Scenario, Scenario, Scenario] | null = null;

  constructor(
    private readonly lab: Lab,
    private readonly address: AddressWindow,
  ) {
    this.lineStore = new BrowserLineStore({
      storage: browserStorage(),
      now_ms: () => Date.now(),
      freshId: () =>
        `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}`,
    });
    this.sweep = new Sweep(studyWorkers(), this.lineStore);
    addEventListener('pagehide', () => this.lineStore.flush());
    address.addEventListener('popstate', () => void this.openAddress());
  }

  /** Opens the view: with the request of another view, else its address, else the last study, else the Lab's experiment. */
  enter(request: StudyRequest | null): void {
    this.whenReady(() => {
      if (request && request.count > this.lastRequest) {
        this.lastRequest = request.count;
        this.hasOpened = true;
        const {
          advise,
          find = 'buffer',
          study,
          settings = '',
          path = null,
          references = [],
          file = null,
        } = request;
        if (advise !== undefined) this.show(find, advise);
        else this.show('study');
        this.store.setState({ references });
        if (study) void this.openStudy(withMeasures(study, references), settings, file);
        else if (advise === undefined || !this.store.getState().form) this.takeLab(path);
      } else if (!this.hasOpened) {
        this.hasOpened = true;
        void this.openAddress();
      }
    });
  }

  /** Shows the study, or advice for the queue of a bottleneck. */
  show(shown: StudiesState['shown'], bottleneck: string | null = null): void {
    const { advise } = this.store.getState();
    this.store.setState({ shown });
    if (shown !== 'study') this.store.setState({ advise: { count: advise.count + 1, bottleneck } });
  }

  /** Changes fields of the form; the study is planned shortly after. */
  change(change: Partial<StudyFormState>): void {
    this.store.setState(({ form, settings }) => {
      if (!form) return {};
      const next = { ...form, ...change };
      return {
        form: next,
        settings: 'axes' in change ? followed(settings, form, next) : settings,
        problems: [],
      };
    });
    this.planSoon();
  }

  /** Changes view settings and the address. */
  changeView(change: Partial<ViewSettings>): void {
    this.store.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
    if (this.sweep.store.getState().lines.length > 0) this.showAddress();
  }

  /** Takes the Lab's experiment and varies the parameter `path`; the rest of the form stays if it applies. */
  takeLab(path: string | null = null): void {
    const { document, current, catalog } = this.lab.store.getState();
    if (!document || !current || !catalog) return;
    const scenario = this.present(document, current);
    const { form: before } = this.store.getState();
    const form = formStateFor(catalog, scenario, before, path);
    this.store.setState({ form, settings: viewFor(form), problems: [] });
    this.plan();
  }

  /** Plans the study of the form and runs it. */
  run(): void {
    const study = this.readForm();
    if (!study) return;
    const { phase, study: planned } = this.sweep.store.getState();
    this.lineStore.begin(study, textFromView(this.store.getState().settings));
    if (phase === 'ready' && planned && sameRuns(study, planned)) this.sweep.resume();
    else void this.sweep.open(study, 'run');
    this.showAddress();
  }

  /** Whether the form describes other runs than those of the current study. */
  isChanged(form: StudyFormState, study: StudyDocument | null): boolean {
    const result = studyOf(form, this.fieldsOf(form));
    return !study || 'problems' in result || !sameRuns(result.study, study);
  }

  /** Returns the study of the form; null if the form has errors. */
  study(): StudyDocument | null {
    const { form } = this.store.getState();
    const result = form && studyOf(form, this.fieldsOf(form));
    return result && 'study' in result ? result.study : null;
  }

  /** Returns the title of the form's experiment for names and origins of files, with a remark if it is a changed preset. */
  title(): string {
    return titleOf(this.store.getState().form?.scenario ?? null, this.lab.store.getState());
  }

  /** Returns the scenario of a run, for the Lab; null without a study. */
  scenarioOf(line: CaseLine): unknown {
    const { study } = this.sweep.store.getState();
    return study ? scenarioOf(study, line, this.lab.store.getState().catalog) : null;
  }

  /** Returns the Lab's experiment with its edits applied; the same object for the same experiment. */
  present(document: Scenario, current: Scenario): Scenario {
    const [d, c, known] = this.presentFor ?? [];
    if (known && d === document && c === current) return known;
    const scenario = presentScenario(document, current);
    this.presentFor = [document, current, scenario];
    return scenario;
  }

  /** Returns a link to the study of the form. */
  async link(): Promise<{ ok: true; url: string } | { ok: false; message: string }> {
    const study = this.study();
    if (!study) return { ok: false, message: TOOLS.unreadable };
    const { settings } = this.store.getState();
    return this.lab.sharing.studyLink(study, textFromView(settings));
  }

  /** Returns a study without values that equal defaults, for files. */
  minimal(study: StudyDocument): Promise<StudyDocument> {
    return this.lab.sharing.minimalStudy(study);
  }

  /** Returns the parameters of the form's scenario; the same list for the same scenario. */
  private fieldsOf({ scenario }: StudyFormState): readonly Field[] {
    const { catalog } = this.lab.store.getState();
    if (!catalog) return [];
    if (this.fieldsFor?.[0] !== scenario) this.fieldsFor = [scenario, choicesFor(catalog, scenario).fields];
    return this.fieldsFor[1];
  }

  private async openAddress(): Promise<void> {
    const text = this.address.location.hash.slice(1);
    if (/^\d+\./.test(text)) {
      this.store.setState({ opening: true });
      const decoded = await this.lab.sharing.decode(text);
      if ('study' in decoded) {
        await this.openStudy(decoded.study, decoded.look);
        return;
      }
      const message = decoded.ok ? STUDIES.noStudyInLink : decoded.message;
      this.takeLab();
      this.store.setState({ problems: [{ path: '', message }], opening: false });
      return;
    }
    if (this.store.getState().form) return;
    const last = this.lineStore.latest();
    if (last) await this.openStudy(last.study, last.settings);
    else this.takeLab();
  }

  /** Opens a study from any source. The engine checks it first; a refused one is named, and the form stays as it is. */
  private async openStudy(
    document: JsonObject,
    settings: string,
    file: ReadableFile | null = null,
  ): Promise<void> {
    const visit = ++this.visits;
    this.store.setState({ opening: true });
    clearTimeout(this.planning);
    const results = file && (await readResults(file, this.lab.store.getState().catalog));
    if (visit !== this.visits) return;
    if (results) this.sweep.learn(results.lines);
    const problems = await this.read(document as unknown as StudyDocument, settings);
    if (visit !== this.visits) return;
    if (problems.length > 0) this.refuse(problems);
    else if (file && results) this.reportResults(file.name, results);
    this.store.setState({ opening: false });
  }

  /** Reads a study into the form. Returns the problems of one that is refused. */
  private async read(study: StudyDocument, settings: string): Promise<readonly Problem[]> {
    const visit = this.visits;
    void this.sweep.open(study, 'unread');
    const { phase, problems, message } = await this.planned();
    if (visit !== this.visits) return [];
    if (phase === 'refused') return problems.map(inStudy);
    if (phase === 'failed') return [{ path: '', message }];
    const { catalog } = this.lab.store.getState();
    const checked = await this.lab.sharing.checked(study.scenario).catch(() => null);
    if (visit !== this.visits) return [];
    if (!checked || !catalog) return [{ path: '', message: STUDIES.noAnswer }];
    if (!checked.ok) return checked.problems.map(inStudy);
    const form = formIn(study, checked.scenario, catalog);
    const result = studyOf(form, choicesFor(catalog, checked.scenario).fields);
    // The same study as the form writes it, with all defaults.
    this.sweep.rename('study' in result ? result.study : { ...study, scenario: checked.scenario });
    this.store.setState({ form, settings: { ...viewFor(form), ...viewFromText(settings) }, problems: [] });
    return [];
  }

  /** Lists the problems of a refused study in a form that works: the present one, or that of the Lab's experiment. */
  private refuse(found: readonly Problem[]): void {
    this.sweep.refuse();
    const message = STUDIES.refused(found.map((problem) => FORM.problemAt(problem.path, problem.message)));
    this.store.setState({ problems: [{ path: '', message }] });
    const { document, current, catalog } = this.lab.store.getState();
    if (this.store.getState().form || !document || !current || !catalog) return;
    const form = formStateFor(catalog, this.present(document, current), null, null);
    this.store.setState({ form, settings: viewFor(form) });
  }

  /** Says what the file of a study gave, unless all its runs are shown. */
  private reportResults(file: string, { lines, failed, wrong, problems }: FileResults): void {
    const keys = new Set(this.sweep.store.getState().lines.map(({ key }) => key));
    const shown = lines.filter((line) => keys.has(keyOfLine(line) ?? '')).length;
    const all = lines.length + failed + wrong;
    // Runs that this browser has stored are shown without the file.
    if (all === 0 && TABLE_FILE.test(file)) notify(RESULTS.none(file));
    else if (all === 0 && keys.size === 0) notify(RESULTS.noResults);
    if (shown === all) return;
    const isRefused = shown === 0 || wrong > 0;
    const text = RESULTS.some(shown, lines.length - shown, failed, wrong, problems);
    notify(text, isRefused ? 'refused' : undefined);
  }

  private planSoon(): void {
    clearTimeout(this.planning);
    this.planning = setTimeout(() => this.plan(), PLAN_MS);
  }

  private plan(): void {
    clearTimeout(this.planning);
    const { phase, study: known } = this.sweep.store.getState();
    if (phase === 'running' || phase === 'paused') return;
    const study = this.study();
    if (study && !(known && phase !== 'refused' && sameRuns(study, known)))
      void this.sweep.open(study, 'wait');
  }

  private readForm(): StudyDocument | null {
    const { form } = this.store.getState();
    const result = form && studyOf(form, this.fieldsOf(form));
    if (!result) return null;
    clearTimeout(this.planning);
    this.store.setState({ problems: 'problems' in result ? result.problems : [] });
    return 'study' in result ? result.study : null;
  }

  private planned(): Promise<SweepState> {
    return new Promise((resolve) => {
      const isPlanned = (): boolean => {
        const state = this.sweep.store.getState();
        if (state.phase === 'planning') return false;
        resolve(state);
        return true;
      };
      if (isPlanned()) return;
      const stop = this.sweep.store.subscribe(() => {
        if (isPlanned()) stop();
      });
    });
  }

  private showAddress(): void {
    void this.link().then((link) => {
      if (!link.ok) return;
      const hash = link.url.slice(link.url.indexOf('#'));
      try {
        this.address.history.replaceState(null, '', hash);
      } catch {
        // Too many changes of the address, or too long for this browser; the study can be saved as a file.
      }
    });
  }

  private whenReady(work: () => void): void {
    const { store } = this.lab;
    const isReady = (): boolean => {
      const { document, current, catalog } = store.getState();
      return document !== null && current !== null && catalog !== null;
    };
    if (isReady()) {
      work();
      return;
    }
    const stop = store.subscribe(() => {
      if (!isReady()) return;
      stop();
      work();
    });
  }
}

/** Names of files of tables. */
const TABLE_FILE = /\.csv$/i;

/** Reads the results in a file; null, with a notice, if it is too large or cannot be read. */
async function readResults(file: ReadableFile, catalog: Catalog | null): Promise<FileResults | null> {
  if (catalog === null) return null;
  if (file.size > RESULT_BYTES) {
    notify(RESULTS.tooLarge(file.name, RESULT_BYTES / 1e6), 'refused');
    return null;
  }
  return resultsIn(await file.text(), lineReaders(catalog));
}

/** Returns the form of a study that the engine accepts; `scenario` is its scenario with all defaults. */
export function formIn(study: StudyDocument, scenario: Scenario, catalog: Catalog): StudyFormState {
  const choices = choicesFor(catalog, scenario);
  const form = formStateOf(study, scenario, (path) => fieldAt(choices, path).unit);
  if (form.measures.length > 0) return form;
  const first = firstMeasure(choices.measures, catalog, scenario);
  return { ...form, measures: first ? [first.path] : [] };
}

/** Names the scenario where the engine refuses it as a whole; its paths begin inside it. */
export function inStudy({ path, message }: Problem): Problem {
  return { path: path === '' ? 'scenario' : path, message };
}

/** Returns a form for this experiment that keeps what applies of the form before. */
function formStateFor(
  catalog: Catalog,
  scenario: Scenario,
  before: StudyFormState | null,
  path: string | null,
): StudyFormState {
  const { fields, measures } = choicesFor(catalog, scenario);
  const field = fields.find((one) => one.path === path) ?? firstField(fields);
  const axes = (before?.axes ?? []).filter(
    (axis) => path === null && axis.kind !== 'other' && fields.some((one) => one.path === axis.path),
  );
  const shown = (before?.measures ?? []).filter((one) => measures.some((measure) => measure.path === one));
  const first = firstMeasure(measures, catalog, scenario);
  const fresh = field ? [axisAround(field)] : [];
  const base = formStateOf({ scenario, replications: Number(before?.replications) || 3 }, scenario, () => '');
  return {
    ...base,
    seeds: before?.seeds ?? 'common',
    axes: axes.length > 0 ? axes : fresh,
    measures: shown.length > 0 ? shown : first ? [first.path] : [],
  };
}

/** Number of measures of stored results that are shown. */
const STORED_MEASURES = 4;

/** Shows the measures of stored results first, so that their curves are the charts before any run. */
export function withMeasures(study: JsonObject, references: readonly ReferenceCurve[]): JsonObject {
  const stored = [...new Set(references.map(({ measure }) => measure))].slice(0, STORED_MEASURES);
  if (stored.length === 0) return study;
  const own = Array.isArray(study.measure) ? study.measure.filter((one) => typeof one === 'string') : [];
  return { ...study, measure: [...stored, ...own.filter((one) => !stored.includes(one))] };
}

/** Returns view settings with a log x axis for a log-spaced range. */
function viewFor({ axes }: StudyFormState): ViewSettings {
  const [first] = axes;
  return {
    ...DEFAULT_VIEW,
    x: first?.kind === 'range' ? first.spacing : 'linear',
  };
}

/** Makes the x axis follow a change of the spacing of the values. */
function followed(settings: ViewSettings, before: StudyFormState, after: StudyFormState): ViewSettings {
  const { x } = viewFor(after);
  const next = x === viewFor(before).x ? settings : { ...settings, x };
  // The part of an axis belongs to its parameter.
  const isSame = firstPath(before) === firstPath(after);
  return isSame ? next : { ...next, axes: { ...next.axes, x: WHOLE_AXIS, bdp: false } };
}

function firstPath({ axes: [first] }: StudyFormState): string | null {
  return first === undefined || first.kind === 'other' ? null : first.path;
}

function sameRuns(one: StudyDocument, other: StudyDocument): boolean {
  const plain = ({ measure: _measure, ...study }: StudyDocument): string => JSON.stringify(sorted(study));
  return plain(one) === plain(other);
}

/** Sorts the fields of all objects by name, so that equal values have equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}
