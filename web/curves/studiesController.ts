/**
 * What the room Curves holds: the form, the study that is run, and where both come from: a link, a file, the Lab,
 * or what ran last in this browser.
 *
 * A study that is written is planned at once, which tells what is wrong with it and finds the runs that are there
 * already; it is run when the person says so. A study that runs is left alone by whatever is written meanwhile.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Catalog } from '../engine/catalog';
import { browserStorage } from '../lab/work';
import type { Lab } from '../lab/lab';
import type { Problem, Scenario } from '../scenario/types';
import { studyWorkers } from '../study/workers';
import { Sweep } from '../study/sweep';
import type { CaseLine, StudyDocument } from '../types/engine';
import type { AddressWindow } from '../url/address';
import { isObject, type JsonObject } from '../url/json';
import type { StudyRequest, ReferenceCurve } from './requests';
import { fieldAt, choicesFor } from './choices';
import { axisAround, firstField, type Field } from './fields';
import { viewFromText, DEFAULT_VIEW, textFromView, type ViewSettings } from './viewSettings';
import { firstMeasure } from './measures';
import { ModelClient } from './modelClient';
import { BrowserLineStore } from './lineStore';
import { presentScenario, scenarioOf, studyOf, formStateOf, type StudyFormState } from './formState';

export interface StudiesState {
  /** Null until there is an experiment. */
  form: StudyFormState | null;
  settings: ViewSettings;
  /** Curves that came with the study, from a published figure. */
  kept: readonly ReferenceCurve[];
  /** What cannot be read in the form. */
  unread: readonly Problem[];
  /** A study is on its way. */
  opening: boolean;
  /** What the room shows: a study, or a question to the advisor. */
  shown: 'study' | 'advice';
  /** What the advisor is asked about, each time anew. */
  advise: { count: number; bottleneck: string | null };
}

/** Milliseconds that writing rests before it is planned. */
const PLAN_MS = 400;

export class StudiesController {
  readonly store: StoreApi<StudiesState> = createStore<StudiesState>(() => ({
    form: null,
    settings: DEFAULT_VIEW,
    kept: [],
    unread: [],
    opening: false,
    shown: 'study',
    advise: { count: 0, bottleneck: null },
  }));
  readonly models = new ModelClient();
  readonly sweep: Sweep;
  readonly shelf: BrowserLineStore;
  private planning: ReturnType<typeof setTimeout> | undefined;
  private begun = false;
  private lastAsked = 0;
  private fieldsFor: [Scenario, readonly Field[]] | null = null;
  private presentFor: [Scenario, Scenario, Scenario] | null = null;

  constructor(
    private readonly lab: Lab,
    private readonly address: AddressWindow,
  ) {
    this.shelf = new BrowserLineStore({
      storage: browserStorage(),
      now_ms: () => Date.now(),
      freshId: () =>
        `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}`,
    });
    this.sweep = new Sweep(studyWorkers(), this.shelf);
    addEventListener('pagehide', () => this.shelf.flush());
    address.addEventListener('popstate', () => void this.openAddress());
  }

  /** The room was opened: with what it was asked for, else its address, else what ran last, else the Lab's. */
  arrive(asked: StudyRequest | null): void {
    this.whenReady(() => {
      if (asked && asked.count > this.lastAsked) {
        this.lastAsked = asked.count;
        this.begun = true;
        const { advise, study, settings = '', path = null, kept = [] } = asked;
        if (advise !== undefined) this.show('advice', advise);
        else this.show('study');
        this.store.setState({ kept });
        if (study) void this.openStudy(study, settings);
        else if (advise === undefined || !this.store.getState().form) this.takeLab(path);
      } else if (!this.begun) {
        this.begun = true;
        void this.openAddress();
      }
    });
  }

  /** Shows the study, or the advisor with a question about a bottleneck. */
  show(shown: StudiesState['shown'], bottleneck: string | null = null): void {
    const { advise } = this.store.getState();
    this.store.setState({ shown });
    if (shown === 'advice') this.store.setState({ advise: { count: advise.count + 1, bottleneck } });
  }

  change(change: Partial<StudyFormState>): void {
    this.store.setState(({ form, settings }) => {
      if (!form) return {};
      const next = { ...form, ...change };
      return {
        form: next,
        settings: 'axes' in change ? followed(settings, form, next) : settings,
        unread: [],
      };
    });
    this.planSoon();
  }

  settings(change: Partial<ViewSettings>): void {
    this.store.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
    if (this.sweep.store.getState().lines.length > 0) this.showAddress();
  }

  /** The Lab's experiment as it stands, with the field `path` varied; what was chosen stays where it applies. */
  takeLab(path: string | null = null): void {
    const { document, current, catalog } = this.lab.store.getState();
    if (!document || !current || !catalog) return;
    const scenario = this.present(document, current);
    const { form: before } = this.store.getState();
    const form = formStateFor(catalog, scenario, before, path);
    this.store.setState({ form, settings: viewFor(form), unread: [] });
    this.plan();
  }

  /** Plans and runs what the form says. */
  run(): void {
    const study = this.wanted();
    if (!study) return;
    const { phase, study: planned } = this.sweep.store.getState();
    this.shelf.begin(study, textFromView(this.store.getState().settings));
    if (phase === 'ready' && planned && sameRuns(study, planned)) this.sweep.resume();
    else void this.sweep.open(study, 'run');
    this.showAddress();
  }

  /** Whether the form asks for other runs than those that are here. */
  isChanged(form: StudyFormState, study: StudyDocument | null): boolean {
    const wanted = studyOf(form, this.fieldsOf(form));
    return !study || 'problems' in wanted || !sameRuns(wanted.study, study);
  }

  /** The study as the form says it; null where it cannot be read. */
  study(): StudyDocument | null {
    const { form } = this.store.getState();
    const wanted = form && studyOf(form, this.fieldsOf(form));
    return wanted && 'study' in wanted ? wanted.study : null;
  }

  /** The scenario of a run, for the Lab. */
  scenarioOf(line: CaseLine): unknown {
    const { study } = this.sweep.store.getState();
    return study ? scenarioOf(study, line, this.lab.store.getState().catalog) : null;
  }

  /** The Lab's experiment with what was changed on the way; the same object for the same experiment. */
  present(document: Scenario, current: Scenario): Scenario {
    const [d, c, known] = this.presentFor ?? [];
    if (known && d === document && c === current) return known;
    const scenario = presentScenario(document, current);
    this.presentFor = [document, current, scenario];
    return scenario;
  }

  /** A link to the study as the form says it. */
  async link(): Promise<{ ok: true; url: string } | { ok: false; message: string }> {
    const study = this.study();
    if (!study) return { ok: false, message: 'The study cannot be read yet.' };
    const { settings } = this.store.getState();
    return this.lab.sharing.studyLink(study, textFromView(settings));
  }

  /** A study without what equals a default, as files hold it. */
  minimal(study: StudyDocument): Promise<StudyDocument> {
    return this.lab.sharing.minimalStudy(study);
  }

  /** The fields of the form's scenario; the same list for the same one. */
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
      const message = decoded.ok ? 'This link holds no study.' : decoded.message;
      this.takeLab();
      this.store.setState({ unread: [{ path: '', message }], opening: false });
      return;
    }
    if (this.store.getState().form) return;
    const last = this.shelf.latest();
    if (last) await this.openStudy(last.study, last.settings);
    else this.takeLab();
  }

  /** Opens a study from anywhere: the engine judges it before anything of it is shown. */
  private async openStudy(document: JsonObject, settings: string): Promise<void> {
    this.store.setState({ opening: true });
    clearTimeout(this.planning);
    const study = document as unknown as StudyDocument;
    void this.sweep.open(study, 'wait');
    const { phase } = await this.planned();
    const { catalog } = this.lab.store.getState();
    const checked =
      phase === 'refused' || phase === 'failed'
        ? null
        : await this.lab.sharing.checked(study.scenario).catch(() => null);
    if (checked?.ok && catalog) {
      const { fields, measures } = choicesFor(catalog, checked.scenario);
      const form = formStateOf(study, checked.scenario, (path) => fieldAt({ fields, measures }, path).unit);
      if (form.measures.length === 0) {
        const first = firstMeasure(measures, catalog, checked.scenario);
        if (first) form.measures.push(first.path);
      }
      const wanted = studyOf(form, fields);
      // The same study, its scenario complete and written as the form writes it.
      if ('study' in wanted) this.sweep.rename(wanted.study);
      this.store.setState({ form, settings: { ...viewFor(form), ...viewFromText(settings) }, unread: [] });
    } else if (!this.store.getState().form) {
      // What is wrong is listed beside a form that can be used.
      const { document: own, current } = this.lab.store.getState();
      if (own && current && catalog) {
        const form = formStateFor(catalog, this.present(own, current), null, null);
        this.store.setState({ form, settings: viewFor(form) });
      }
    }
    this.store.setState({ opening: false });
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

  private wanted(): StudyDocument | null {
    const { form } = this.store.getState();
    const wanted = form && studyOf(form, this.fieldsOf(form));
    if (!wanted) return null;
    clearTimeout(this.planning);
    this.store.setState({ unread: 'problems' in wanted ? wanted.problems : [] });
    return 'study' in wanted ? wanted.study : null;
  }

  private planned(): Promise<{ phase: string }> {
    return new Promise((resolve) => {
      const isPlanned = (): boolean => {
        const { phase } = this.sweep.store.getState();
        if (phase === 'planning') return false;
        resolve({ phase });
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
        // Rationed, or too long for this browser; sharing offers a file.
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

/** A form for this experiment; of the form before it keeps what applies. */
function formStateFor(
  catalog: Catalog,
  scenario: Scenario,
  before: StudyFormState | null,
  path: string | null,
): StudyFormState {
  const { fields, measures } = choicesFor(catalog, scenario);
  const field = fields.find((one) => one.path === path) ?? firstField(fields);
  const kept = (before?.axes ?? []).filter(
    (axis) => path === null && 'path' in axis && fields.some((one) => one.path === axis.path),
  );
  const shown = (before?.measures ?? []).filter((one) => measures.some((measure) => measure.path === one));
  const first = firstMeasure(measures, catalog, scenario);
  const fresh = field ? [axisAround(field)] : [];
  const base = formStateOf({ scenario, replications: Number(before?.replications) || 3 }, scenario, () => '');
  return {
    ...base,
    seeds: before?.seeds ?? 'common',
    axes: kept.length > 0 ? kept : fresh,
    measures: shown.length > 0 ? shown : first ? [first.path] : [],
  };
}

/** A range by ratios is looked at by ratios. */
function viewFor({ axes }: StudyFormState): ViewSettings {
  const [first] = axes;
  return {
    ...DEFAULT_VIEW,
    x: first && 'path' in first && /:\s*log\s*$/.test(first.values) ? 'log' : 'linear',
  };
}

/** When the values become a range by ratios, or are none any more, the axis follows. */
function followed(settings: ViewSettings, before: StudyFormState, after: StudyFormState): ViewSettings {
  const { x } = viewFor(after);
  return x === viewFor(before).x ? settings : { ...settings, x };
}

function sameRuns(one: StudyDocument, other: StudyDocument): boolean {
  const plain = ({ measure: _measure, ...study }: StudyDocument): string => JSON.stringify(sorted(study));
  return plain(one) === plain(other);
}

/** With the fields in one order, however they came. */
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
