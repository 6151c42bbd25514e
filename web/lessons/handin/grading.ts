/**
 * Receipts that a lecturer grades: files are read one after another, lessons are fetched once, and runs are replayed on threads of
 * their own. Nothing is stored; everything is gone when the page is closed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Lab } from '../../lab/lab';
import type { Replayed, ReplayRequest } from '../../sweep/replay';
import { replayAll } from '../../sweep/replays';
import { checksum, crc32 } from '../../url/checksum';
import { decodeLink } from '../../url/codec';
import { COURSE_MAP } from '../address';
import { keyOf } from '../keys';
import type { Lesson, LessonProblem } from '../lesson';
import { checksumOf, readLesson } from '../library';
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
  /** Checksum of its content. */
  content: string;
  /** Key of its lesson. */
  lesson: string;
  /** One for each part of the lesson; empty while the lesson is not there. */
  marks: readonly Mark[];
}

/** Lesson of some receipts. */
export interface GradedLesson {
  key: string;
  /** Title as in the first receipt. */
  title: string;
  /** Null while it is fetched, and if it cannot be read here. */
  lesson: Lesson | null;
  checksum: string | null;
  problems: readonly LessonProblem[];
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
    const content = read.ok ? contentOf(read.receipt) : '';
    if (!read.ok) this.refuse(file, read.message);
    else if (submissions.length >= RECEIPTS) this.refuse(file, READ.tooMany(RECEIPTS));
    else if (submissions.some((one) => one.content === content)) this.refuse(file, READ.twice);
    else await this.take(file.name, read.receipt, content);
  }

  private refuse({ name }: ReceiptFile, message: string): void {
    this.set(({ refused }) => ({ refused: [...refused, { file: name, message }].slice(-RECEIPTS) }));
  }

  private async take(file: string, receipt: Receipt, content: string): Promise<void> {
    const { lesson } = receipt;
    const key =
      lesson.packed === null ? keyOf(lesson.folder, lesson.id ?? '') : `link/${checksum(lesson.packed)}`;
    this.lastKey += 1;
    const submission: Submission = { key: this.lastKey, file, receipt, content, lesson: key, marks: [] };
    if (!this.store.getState().lessons.some((one) => one.key === key)) await this.fetch(key, receipt);
    this.set(({ submissions }) => ({ submissions: [...submissions, submission] }));
    await this.mark(submission);
  }

  private async fetch(key: string, { lesson }: Receipt): Promise<void> {
    const { title, folder, id, packed } = lesson;
    const read = await readLesson({ ...COURSE_MAP, folder, id, packed });
    const found: GradedLesson = read.ok
      ? { key, title, lesson: read.value, checksum: checksumOf(read.value), problems: [] }
      : { key, title, lesson: null, checksum: null, problems: read.problems };
    this.set(({ lessons }) => ({ lessons: [...lessons, found] }));
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
    const jobs = await this.jobs(key, lesson, engine.version ?? '');
    let done = 0;
    const report = (): void => this.store.setState({ replaying: { done, total: jobs.length } });
    report();
    const onReplayed = async (index: number, replayed: Replayed): Promise<void> => {
      const { runs, request } = jobs[index]!;
      const complete = await completed(request.scenario);
      const isOfLesson = complete !== null && belongs(complete, ofLesson);
      for (const run of runs)
        await this.settle(key, run, await checkOf(run, replayed, lesson, isOfLesson, catalog));
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
  private async jobs(key: string, lesson: Lesson, version: string): Promise<Job[]> {
    const { submissions, checks } = this.store.getState();
    const runs = submissions
      .filter((one) => one.lesson === key)
      .flatMap(({ receipt }) => receipt.runs)
      .filter((run) => !checks.has(run) || checks.get(run)?.state === 'failed');
    const jobs = new Map<string, Job>();
    for (const run of runs) {
      const fault = run.engine !== version ? 'version' : run.events > REPLAYED_EVENTS ? 'long' : null;
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
    this.set(({ checks }) => ({ checks: new Map(checks).set(run, check) }));
    const { submissions } = this.store.getState();
    for (const one of submissions)
      if (one.lesson === key && one.receipt.runs.includes(run)) await this.mark(one);
  }

  private set(change: (state: GradingState) => Partial<GradingState>): void {
    this.store.setState(change);
  }
}

function contentOf(receipt: Receipt): string {
  const text = JSON.stringify(receipt);
  return `${text.length} ${crc32(new TextEncoder().encode(text))}`;
}

/** Run to replay, and the records that claim to be it. */
interface Job {
  request: ReplayRequest;
  runs: RunRecord[];
}
