/**
 * Progress of this browser's reader: per lesson the last step, the answers, and whether it was finished. It is kept in the
 * browser only, and can be saved as a file and removed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { BrowserStore, type StoreFailure } from '../storage/browserStore';
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

/** Progress in all lessons, by their keys. */
export class Progress {
  readonly store: StoreApi<{
    lessons: Readonly<Record<string, LessonProgress>>;
    failure: StoreFailure | null;
  }>;

  /** Keys of lessons whose last change could not be saved. */
  private readonly unsaved = new Set<string>();

  constructor(private readonly storage = new BrowserStore()) {
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
    const failure = this.storage.write(PREFIX + key, JSON.stringify(progress));
    if (failure === null) this.unsaved.delete(key);
    else this.unsaved.add(key);
    this.store.setState(({ lessons }) => ({ lessons: { ...lessons, [key]: progress }, failure }));
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

/** Returns the progress without the runs that nothing refers to any more. */
function withUsedRuns(progress: LessonProgress): LessonProgress {
  const { answers, tasks, rowRuns, runs } = progress;
  const used = new Set([
    ...[...Object.values(answers), ...Object.values(tasks)].map(({ run }) => run),
    ...Object.values(rowRuns).flat(),
  ]);
  return { ...progress, runs: Object.fromEntries(Object.entries(runs).filter(([name]) => used.has(name))) };
}
