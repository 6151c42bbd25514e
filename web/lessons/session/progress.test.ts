import { beforeEach, describe, expect, it } from 'vitest';
import { BrowserStore } from '../../storage/browserStore';
import { united } from './mergeProgress';
import { progressText, readProgressText } from './progressFile';
import { NOT_BEGUN, Progress, type Answered, type LessonProgress } from './progress';

/** Storage of a browser in which writing can fail. */
class FakeStorage {
  readonly values = new Map<string, string>();
  full = false;

  get length(): number {
    return this.values.size;
  }
  key(place: number): string | null {
    return [...this.values.keys()][place] ?? null;
  }
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.values.set(key, value);
  }
  removeItem(key: string): void {
    this.values.delete(key);
  }
}

const choice = (option: number): Answered => ({ given: { kind: 'choice', option }, correct: option === 0 });
const attempt = (met: boolean) => ({ met, hints: 0, shown: false });

describe('two tabs with the same lesson', () => {
  let storage: FakeStorage;
  let one: Progress;
  let two: Progress;

  const answer = (tab: Progress, id: string, option: number): void =>
    tab.change('a', { answers: { ...tab.of('a').answers, [id]: choice(option) } });
  const addRow = (tab: Progress, row: string[]): void =>
    tab.change('a', { tables: { t: [...(tab.of('a').tables.t ?? []), row] } });

  beforeEach(() => {
    storage = new FakeStorage();
    one = new Progress(new BrowserStore(storage));
    two = new Progress(new BrowserStore(storage));
  });

  it('keep the answers, tasks and rows of both', () => {
    answer(one, 'first', 0);
    answer(two, 'second', 1);
    one.change('a', { tasks: { fit: attempt(true) } });
    addRow(two, ['20', '1 ms']);
    addRow(one, ['40', '2 ms']);
    addRow(two, ['60', '3 ms']);
    expect(new Progress(new BrowserStore(storage)).of('a')).toMatchObject({
      answers: { first: choice(0), second: choice(1) },
      tasks: { fit: attempt(true) },
      tables: {
        t: [
          ['20', '1 ms'],
          ['40', '2 ms'],
          ['60', '3 ms'],
        ],
      },
    });
  });

  it('withdraw only the answer and the row that one of them removes', () => {
    answer(one, 'first', 0);
    addRow(one, ['20']);
    addRow(one, ['20']);
    const late = new Progress(new BrowserStore(storage));
    answer(one, 'second', 0);
    late.change('a', { answers: {}, tables: { t: [['20']] } });
    expect(late.of('a')).toMatchObject({ answers: { second: choice(0) }, tables: { t: [['20']] } });
  });

  it('show the changes of each other when the browser reports them', () => {
    const events = new EventTarget();
    const stop = two.follow(events as Window);
    const report = (key: string | null): boolean =>
      events.dispatchEvent(Object.assign(new Event('storage'), { key }));
    answer(one, 'first', 0);
    report('other');
    expect(two.of('a')).toEqual(NOT_BEGUN);
    report('bufferlab.lesson.a');
    expect(two.of('a').answers).toEqual({ first: choice(0) });
    one.forget('a');
    report(null);
    expect(two.of('a')).toEqual(NOT_BEGUN);
    stop();
    answer(one, 'first', 0);
    report('bufferlab.lesson.a');
    expect(two.of('a')).toEqual(NOT_BEGUN);
  });

  it('keep an answer that could not be saved, and save it with the next one', () => {
    storage.full = true;
    answer(one, 'first', 0);
    expect(one.store.getState().failure).toBe('full');
    storage.full = false;
    answer(one, 'second', 0);
    answer(two, 'third', 0);
    expect(Object.keys(two.of('a').answers).sort()).toEqual(['first', 'second', 'third']);
  });
});

it('a file adds to the progress of this browser and replaces nothing but a task that was not met', () => {
  const own: LessonProgress = {
    ...NOT_BEGUN,
    step: 2,
    answers: { first: choice(0) },
    tasks: { fit: attempt(false), fill: attempt(true) },
    tables: { t: [['20']] },
  };
  const file: LessonProgress = {
    ...NOT_BEGUN,
    step: 1,
    finished: true,
    answers: { first: choice(1), second: choice(1) },
    tasks: { fit: attempt(true), fill: attempt(false) },
    tables: { t: [['20'], ['40']] },
  };
  const both = united(own, file);
  expect(both).toMatchObject({
    step: 2,
    finished: true,
    answers: { first: choice(0), second: choice(1) },
    tasks: { fit: attempt(true), fill: attempt(true) },
    tables: { t: [['20'], ['40']] },
  });
  expect(united(both, file)).toEqual(both);
});

describe('a file of progress', () => {
  it('is read as it was saved', () => {
    const lessons = { a: { ...NOT_BEGUN, step: 3, answers: { first: { ...choice(0), run: null } } } };
    expect(readProgressText(progressText(lessons))).toEqual({ ok: true, lessons: [['a', lessons.a]] });
  });

  it('is refused with the path of a value of a wrong type', () => {
    const answers = { first: { given: { kind: 'choice', option: 'b' }, correct: true } };
    const text = progressText({ a: { ...NOT_BEGUN, answers } as never });
    expect(readProgressText(text)).toEqual({
      ok: false,
      message:
        'The file cannot be read at lessons.a.answers.first.given.option: expected a whole number from 0 to 1000.',
    });
  });

  it('may lack fields that an earlier version did not write', () => {
    const text = '{"bufferlab":"progress","version":1,"lessons":{"a":{"step":2}}}';
    expect(readProgressText(text)).toEqual({ ok: true, lessons: [['a', { ...NOT_BEGUN, step: 2 }]] });
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"bufferlab":"progress","version":2,"lessons":{}}',
    '{"bufferlab":"progress","version":1,"lessons":{"__proto__":{}}}',
    '{"bufferlab":"progress","version":1,"lessons":{"<b>":{}}}',
    ' '.repeat(5_000_001),
  ])('is refused with a sentence if it is something else (%#)', (text) => {
    expect(readProgressText(text)).toMatchObject({
      ok: false,
      message: expect.stringContaining('accepted') as unknown,
    });
  });
});

describe('lessons outside the course', () => {
  const storage = new FakeStorage();
  let now_ms = 0;
  const progress = new Progress(new BrowserStore(storage), () => ++now_ms);
  const answered = { answers: { q: choice(0) } };
  const kept = () => [...storage.values.keys()].map((key) => key.replace('bufferlab.lesson.', ''));

  it('in links leave nothing in the storage until something is done in them', () => {
    progress.change('link/read', { step: 3 });
    expect(progress.of('link/read').step).toBe(3);
    expect(kept()).toEqual([]);
    progress.change('link/read', answered);
    expect(kept()).toEqual(['link/read']);
    progress.change('link/read', { answers: {} });
    expect(kept()).toEqual([]);
  });

  it('are kept up to the fifty that were used last, and those of the course are not counted', () => {
    progress.change('buffer', { step: 2 });
    storage.values.set('bufferlab.lesson.link/former', JSON.stringify({ ...NOT_BEGUN, finished: true }));
    for (let i = 0; i < 50; i++) progress.change(`link/${i}`, answered);
    expect(kept()).not.toContain('link/former');
    progress.change('link/0', { finished: true });
    progress.change('https://a.example/course/one', { step: 1 });
    const others = kept().filter((key) => key !== 'buffer');
    expect(others).toHaveLength(50);
    expect(others).toContain('link/0');
    expect(others).not.toContain('link/1');
    expect(kept()).toContain('buffer');
  });
});
