/**
 * Progress of this browser's reader: per lesson the last step, the answers, and whether it was finished. It is kept in the
 * browser only, and can be saved as a file and removed.
 *
 * Of lessons outside the course the browser keeps the latest fifty, since each opened link would otherwise leave a value for
 * good. A lesson in a link of which nothing was done leaves none.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isRecord } from '../../scenario/path';
import { BrowserStore, type StoreFailure } from '../../storage/browserStore';
import { isOfCourse, isOfLink } from './keys';
import { NOT_BEGUN, readStored, type LessonProgress } from './storedProgress';
import { rebased, united } from './mergeProgress';

export {
  NOT_BEGUN,
  type Answered,
  type Attempt,
  type Correctness,
  type LessonProgress,
  type Response,
  type Row,
} from './storedProgress';

const PREFIX = 'bufferlab.lesson.';

/** Number of lessons outside the course whose progress is kept. */
const OTHERS = 50;

/** Progress in all lessons, by their keys. */
export class Progress {
  readonly store: StoreApi<{
    lessons: Readonly<Record<string, LessonProgress>>;
    failure: StoreFailure | null;
  }>;

  /** Keys of lessons whose last change is not in the storage. */
  private readonly unsaved = new Set<string>();

  constructor(
    private readonly storage = new BrowserStore(),
    private readonly now_ms = Date.now,
  ) {
    this.store = createStore(() => ({ lessons: this.stored(), failure: null }));
  }

  /** Shows the changes of other tabs. Returns a function that stops it. */
  follow(window: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
    const onStorage = ({ key }: StorageEvent): void => {
      if (key !== null && !key.startsWith(PREFIX)) return;
      const { lessons } = this.store.getState();
      const own = Object.entries(lessons).filter(([one]) => this.unsaved.has(one));
      this.store.setState({ lessons: { ...this.stored(), ...Object.fromEntries(own) } });
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }

  /** Returns the progress in a lesson. */
  of(key: string): LessonProgress {
    return keptIn(this.store.getState().lessons, key);
  }

  /** Changes the progress in a lesson and saves it. Changes of other tabs since the last event are kept. */
  change(key: string, change: Partial<LessonProgress>): void {
    const before = this.of(key);
    const stored = this.unsaved.has(key) ? before : readStored(this.storage.json(PREFIX + key));
    this.set(key, withUsedRuns(rebased(stored, before, { ...before, ...change })));
  }

  /** Forgets the progress in a lesson. */
  forget(key: string): void {
    this.storage.remove(PREFIX + key);
    this.unsaved.delete(key);
    this.store.setState(({ lessons }) => ({
      lessons: Object.fromEntries(Object.entries(lessons).filter(([other]) => other !== key)),
    }));
  }

  /** Adds the progress of a file to a lesson; see `united`. */
  add(key: string, other: LessonProgress): void {
    this.set(key, withUsedRuns(united(this.of(key), other)));
  }

  /** Forgets the progress in all lessons. */
  forgetAll(): void {
    for (const key of Object.keys(this.store.getState().lessons)) this.forget(key);
  }

  private set(key: string, progress: LessonProgress): void {
    const isStored = !isOfLink(key) || hasWork(progress);
    const failure = isStored ? this.write(key, progress) : null;
    if (!isStored) this.storage.remove(PREFIX + key);
    if (isStored && failure === null) this.unsaved.delete(key);
    else this.unsaved.add(key);
    this.store.setState(({ lessons }) => ({ lessons: { ...lessons, [key]: progress }, failure }));
  }

  /** Writes the progress with the time of this change, which says which lessons were used last. */
  private write(key: string, progress: LessonProgress): StoreFailure | null {
    if (!isOfCourse(key) && this.storage.text(PREFIX + key) === null) this.makeRoom();
    return this.storage.write(PREFIX + key, JSON.stringify({ ...progress, used_ms: this.now_ms() }));
  }

  /** Removes the lessons outside the course that were used longest ago, so that one more is kept. */
  private makeRoom(): void {
    const others = this.storage.keys(PREFIX).filter((key) => !isOfCourse(key.slice(PREFIX.length)));
    const used = others.map((key) => ({ key, used_ms: usedAt(this.storage.json(key)) }));
    used.sort((one, other) => other.used_ms - one.used_ms);
    for (const { key } of used.slice(OTHERS - 1)) this.storage.remove(key);
  }

  private stored(): Record<string, LessonProgress> {
    const keys = this.storage.keys(PREFIX);
    return Object.fromEntries(
      keys.map((key) => [key.slice(PREFIX.length), readStored(this.storage.json(key))]),
    );
  }
}

/** Returns the progress in a lesson; a lesson may have the name of a property that every object has. */
export function keptIn(lessons: Readonly<Record<string, LessonProgress>>, key: string): LessonProgress {
  return Object.hasOwn(lessons, key) ? (lessons[key] ?? NOT_BEGUN) : NOT_BEGUN;
}

/** Whether the reader has done more in a lesson than reading it. */
function hasWork({ finished, answers, tasks, tables }: LessonProgress): boolean {
  return finished || [answers, tasks, tables].some((done) => Object.keys(done).length > 0);
}

/** Returns the time of the last change of a stored progress; 0 for one of an earlier version. */
function usedAt(stored: unknown): number {
  const used = isRecord(stored) ? stored.used_ms : 0;
  return typeof used === 'number' ? used : 0;
}

/** Returns the progress without the runs that nothing refers to any more. */
function withUsedRuns(progress: LessonProgress): LessonProgress {
  const { answers, tasks, rowRuns, runs } = progress;
  const used = new Set([
    ...[...Object.values(answers), ...Object.values(tasks)].map(({ run }) => run),
    ...Object.values(rowRuns).flat(),
  ]);
  return { ...progress, runs: Object.fromEntries(Object.entries(runs).filter(([name]) => used.has(name))) };
}
