/**
 * Receipts that a lecturer grades: files are read one after another, lessons are fetched once, and runs are replayed on threads of
 * their own. Nothing is stored; everything is gone when the page is closed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Lab } from '../../lab/lab';
import type { Replayed, ReplayRequest } from '../../sweep/replay';
import { replayAll } from '../../sweep/replays';
import { decodeLink } from '../../url/codec';
import { COURSE_MAP } from '../source/address';
import { keyOf } from '../session/keys';
import type { Lesson, LessonProblem, Read } from '../format/lesson';
import { readLesson, textOf } from '../source/library';
import { deciding, textRemarks, titlesOf, type GradedLesson } from './deciding';
import { digestOf } from './digest';
import { inflatedText } from '../source/packed';
import { checkOf, intervalsOf, marksOf, type Mark, type RunCheck } from './judging';
import { belongs, lessonRuns } from './lessonRuns';
import { RECEIPTS, REPLAYED_EVENTS } from './limits';
import { readReceiptFile, type ReceiptFile } from './read';
import type { Receipt } from './receipt';
import { COLUMNS } from './record';
import type { RunRecord } from './runRecord';
import { GRADING, READ } from './strings';

/** File with a receipt. */
export interface Submission {
  key: number;
  file: string;
  receipt: Receipt;
  /** SHA-256 of its content. */
  content: string;
  /** Key of the lesson that it names or contains. */
  named: string;
  /** Key of the lesson by which it is graded. */
  lesson: string;
  /** Remarks about the text of its lesson. */
  remarks: readonly string[];
  /** One for each part of the lesson; empty while the lesson is not there. */
  marks: readonly Mark[];
}

/** State of the grading view. */
export interface GradingState {
  submissions: readonly Submission[];
  refused: readonly { file: string; message: string }[];
  lessons: readonly GradedLesson[];
  /** States of runs that were replayed, or that cannot be. */
  checks: ReadonlyMap<RunRecord, RunCheck>;
  /** Progress of the replays; null if none are under way. */
  replaying: { done: number; total: number } | null;
  /** Reason why no run can be replayed; null if there is none. */
  failure: string | null;
}

const EMPTY: GradingState = {
  submissions: [],
  refused: [],
  lessons: [],
  checks: new Map(),
  replaying: null,
  failure: null,
};

/** State of a run that was not replayed. */
export const WAITING: RunCheck = { state: 'waiting', replay: null };

/** Reads and grades receipts. */
export class Grading {
  readonly store: StoreApi<GradingState> = createStore(() => EMPTY);
  private lastKey = 0;
  private reading: Promise<void> = Promise.resolve();
  private canceling: AbortController | null = null;

  /** `another` creates the Lab whose engine completes scenarios; `replays` runs them. */
  constructor(
    private readonly another: () => Lab,
    private readonly replays = replayAll,
  ) {}

  /** Adds files, each as a row or as a refusal. */
  add(files: readonly ReceiptFile[]): Promise<void> {
    this.reading = this.reading.then(async () => {
      for (const file of files) await this.addFile(file);
    });
    return this.reading;
  }

  /**
   * Grades the receipts of a lesson by a text that the lecturer has opened, whatever text they contain: those that have its title.
   * Returns the problems of a text that is no lesson.
   */
  async gradeBy(read: Promise<Read<Lesson>>): Promise<readonly LessonProblem[]> {
    const own = await read;
    if (!own.ok) return own.problems;
    const { title } = own.value;
    const digest = digestOf(textOf(own.value));
    const graded: GradedLesson = {
      key: `own/${digest}`,
      title,
      lesson: own.value,
      digest,
      origin: 'own',
      problems: [],
    };
    this.reading = this.reading.then(async () => {
      this.set(({ lessons }) => ({
        lessons: [...lessons.filter((one) => one.origin !== 'own' || one.title !== title), graded],
      }));
      await this.regroup();
    });
    await this.reading;
    return [];
  }

  /** Removes one receipt from the table. */
  remove(key: number): void {
    this.set(({ submissions }) => ({ submissions: submissions.filter((one) => one.key !== key) }));
  }

  /** Removes all receipts and cancels the replays. */
  clear(): void {
    this.cancel();
    this.store.setState(EMPTY);
  }

  /** Returns the states of the runs of a receipt. */
  checksOf({ runs }: Receipt): RunCheck[] {
    const { checks } = this.store.getState();
    return runs.map((run) => checks.get(run) ?? WAITING);
  }

  /** Replays the runs of a lesson that were not replayed yet. */
  async replay(key: string): Promise<void> {
    const lesson = this.store.getState().lessons.find((one) => one.key === key)?.lesson;
    if (!lesson || this.canceling) return;
    const canceling = new AbortController();
    this.canceling = canceling;
    this.store.setState({ failure: null, replaying: { done: 0, total: 0 } });
    const lab = this.another();
    try {
      if (await lab.ready()) await this.replayWith(lab, key, lesson, canceling.signal);
      else this.store.setState({ failure: GRADING.noEngine });
    } finally {
      lab.close();
      this.canceling = null;
      this.store.setState({ replaying: null });
    }
  }

  /** Cancels the replays; runs that were replayed stay so. */
  cancel(): void {
    this.canceling?.abort();
  }

  private async addFile(file: ReceiptFile): Promise<void> {
    const { submissions } = this.store.getState();
    const read = await readReceiptFile(file);
    const content = read.ok ? digestOf(JSON.stringify(read.receipt)) : '';
    if (!read.ok) this.refuse(file, read.message);
    else if (submissions.length >= RECEIPTS) this.refuse(file, READ.tooMany(RECEIPTS));
    else if (submissions.some((one) => one.content === content)) this.refuse(file, READ.twice);
    else await this.take(file.name, read.receipt, content);
  }

  private refuse({ name }: ReceiptFile, message: string): void {
    this.set(({ refused }) => ({ refused: [...refused, { file: name, message }].slice(-RECEIPTS) }));
  }

  private async take(file: string, receipt: Receipt, content: string): Promise<void> {
    const named = keyOfLesson(receipt);
    this.lastKey += 1;
    const submission: Submission = {
      ...{ key: this.lastKey, file, receipt, content },
      ...{ named, lesson: named, remarks: [], marks: [] },
    };
    if (!this.store.getState().lessons.some((one) => one.key === named)) await this.fetch(named, receipt);
    this.set(({ submissions }) => ({ submissions: [...submissions, submission] }));
    await this.regroup(submission.key);
  }

  private async fetch(key: string, { lesson }: Receipt): Promise<void> {
    const { title, folder, id, packed } = lesson;
    const read = await readLesson({ ...COURSE_MAP, folder, id, packed });
    const origin = packed === null ? 'course' : 'receipt';
    const found: GradedLesson = read.ok
      ? {
          key,
          title: read.value.title,
          lesson: read.value,
          digest: digestOf(textOf(read.value)),
          origin,
          problems: [],
        }
      : { key, title, lesson: null, digest: null, origin, problems: read.problems };
    this.set(({ lessons }) => ({ lessons: [...lessons, found] }));
  }

  /** Assigns each receipt to the lesson that decides its grade, and marks those that were moved, and a new one. */
  private async regroup(added?: number): Promise<void> {
    const { lessons, submissions, checks } = this.store.getState();
    const next = submissions.map((one) => {
      const named = lessons.find(({ key }) => key === one.named);
      const decider = deciding(named, titlesOf(one.receipt, named), lessons);
      const remarks = decider ? textRemarks(one.receipt, named, decider) : [];
      return { ...one, lesson: decider?.key ?? one.named, remarks };
    });
    const moved = next.filter(({ lesson }, i) => lesson !== submissions[i]?.lesson);
    // A run that belonged to one lesson may be foreign to another.
    const runs = new Set(moved.flatMap(({ receipt }) => receipt.runs));
    if (moved.length > 0) this.cancel();
    this.store.setState({
      submissions: next.map((one) => (moved.includes(one) ? { ...one, marks: [] } : one)),
      checks: new Map([...checks].filter(([run]) => !runs.has(run))),
    });
    for (const one of next) if (moved.includes(one) || one.key === added) await this.mark(one);
  }

  /** Judges a receipt again, after it was read or after one of its runs was replayed. */
  private async mark({ key, receipt, lesson: lessonKey }: Submission): Promise<void> {
    const lesson = this.store.getState().lessons.find((one) => one.key === lessonKey)?.lesson;
    if (!lesson) return;
    const checks = this.checksOf(receipt);
    const marks = await marksOf(lesson, receipt, checks);
    // A run that was replayed meanwhile leads to marks of its own.
    if (this.checksOf(receipt).some((check, i) => check !== checks[i])) return;
    this.set(({ submissions }) => ({
      submissions: submissions.map((one) => (one.key === key ? { ...one, marks } : one)),
    }));
  }

  private async replayWith(lab: Lab, key: string, lesson: Lesson, signal: AbortSignal): Promise<void> {
    const { catalog, presets, engine } = lab.store.getState();
    const { completed, applied } = lab;
    const ofLesson = await lessonRuns(lesson, { catalog, presets, completed, applied });
    const jobs = await this.jobs(key, lesson);
    let done = 0;
    const report = (): void => this.store.setState({ replaying: { done, total: jobs.length } });
    report();
    const onReplayed = async (index: number, replayed: Replayed): Promise<void> => {
      const { runs, request } = jobs[index]!;
      const complete = await completed(request.scenario);
      const context = {
        lesson,
        belongs: complete !== null && belongs(complete, ofLesson),
        catalog,
        version: engine.version,
      };
      for (const run of runs) await this.settle(key, run, await checkOf(run, replayed, context));
      done += 1;
      report();
    };
    const settled: Promise<void>[] = [];
    await this.replays(
      jobs.map(({ request }) => request),
      (index, replayed) => void settled.push(onReplayed(index, replayed)),
      signal,
    );
    await Promise.all(settled);
  }

  /** Returns the runs to replay, equal ones together, and settles those that cannot be replayed. */
  private async jobs(key: string, lesson: Lesson): Promise<Job[]> {
    const { submissions, checks } = this.store.getState();
    const runs = submissions
      .filter((one) => one.lesson === key)
      .flatMap(({ receipt }) => receipt.runs)
      .filter((run) => !checks.has(run) || checks.get(run)?.state === 'failed');
    const jobs = new Map<string, Job>();
    for (const run of runs) {
      const fault = run.events > REPLAYED_EVENTS ? 'long' : null;
      const decoded = decodeLink(run.link);
      if (fault !== null || !decoded.ok || !('scenario' in decoded)) {
        await this.settle(key, run, { state: fault ?? 'refused', replay: null });
        continue;
      }
      const { link, t_s } = run;
      const request: ReplayRequest = {
        scenario: decoded.scenario,
        t_s,
        most_events: REPLAYED_EVENTS,
        series: intervalsOf(lesson, t_s),
        columns: COLUMNS,
      };
      const name = `${t_s} ${link}`;
      jobs.set(name, { request, runs: [...(jobs.get(name)?.runs ?? []), run] });
    }
    return [...jobs.values()];
  }

  private async settle(key: string, run: RunRecord, check: RunCheck): Promise<void> {
    const owners = this.store
      .getState()
      .submissions.filter((one) => one.lesson === key && one.receipt.runs.includes(run));
    // Another lesson may decide its receipt meanwhile.
    if (owners.length === 0) return;
    this.set(({ checks }) => ({ checks: new Map(checks).set(run, check) }));
    for (const one of owners) await this.mark(one);
  }

  private set(change: (state: GradingState) => Partial<GradingState>): void {
    this.store.setState(change);
  }
}

/** Returns the key of the lesson that a receipt names, or of the text that it contains. */
function keyOfLesson({ lesson: { folder, id, packed } }: Receipt): string {
  if (packed === null) return keyOf(folder, id ?? '');
  const text = inflatedText(packed);
  return `text/${digestOf(text.ok ? text.value : packed)}`;
}

/** Run to replay, and the records that claim to be it. */
interface Job {
  request: ReplayRequest;
  runs: RunRecord[];
}
