/** Links and templates of lessons of one's own. */
import { describe, expect, it } from 'vitest';
import { COURSE_MAP, fragmentOf, placeOf } from '../source/address';
import { isWithin, judgeAnswer, meanDifference, shuffled } from '../session/answers';
import { inflatedText, packedText } from '../source/packed';
import { parseLesson } from '../format/parse';
import { isId } from '../format/paths';
import { keptIn, NOT_BEGUN } from '../session/progress';
import { factsOf } from './snippets';
import { lessonFrom } from './template';

describe('a new lesson', () => {
  const text = lessonFrom('#1.dAAAA.00000000', factsOf(null));

  it('is complete, and keeps the link of the experiment', () => {
    const parsed = parseLesson(text);
    expect(parsed).toMatchObject({ ok: true });
    const scene = parsed.ok && parsed.lesson.steps[0]?.blocks.find(({ kind }) => kind === 'scene');
    expect(scene).toMatchObject({ origin: { kind: 'link', fragment: '1.dAAAA.00000000' } });
  });

  it('comes out of its link as it went in, and not out of a link that was cut off', () => {
    const packed = packedText(text);
    expect(inflatedText(packed)).toEqual({ ok: true, value: text });
    for (const cut of [packed.slice(0, -1), packed.slice(1), packed.replace('.', ''), ''])
      expect(inflatedText(cut).ok).toBe(false);
  });

  it('does not inflate beyond the size of a lesson', () => {
    const bomb = inflatedText(packedText('a'.repeat(5_000_000)));
    expect(bomb).toMatchObject({ ok: false, problems: [{ message: /At most 200,000/ }] });
  });
});

describe('an address', () => {
  it.each([
    COURSE_MAP,
    { ...COURSE_MAP, id: 'sawtooth' },
    { ...COURSE_MAP, id: 'sawtooth', step: 2 },
    { ...COURSE_MAP, folder: 'networks/spring', id: 'queues', step: 1 },
    { ...COURSE_MAP, packed: 'AbC-_.12345678', step: 3 },
    { ...COURSE_MAP, editing: true },
  ])('names its place: %o', (place) => {
    expect(placeOf(fragmentOf(place))).toEqual(place);
  });

  it.each([
    '#learn/in=..%2Fsecret/a',
    '#learn/in=https%3A%2F%2Felsewhere/a',
    '#learn/in=%E0%A4%A/a',
    '#learn/in=%2Fetc/a',
  ])('leads to no folder outside of the page: %s', (hash) => {
    expect(placeOf(hash).folder).toBe('lessons');
  });
});

describe('an answer', () => {
  const none = { measured: null, curve: null };

  it('is within its bound, absolute or as a share', () => {
    expect(isWithin(42, 40, { kind: 'absolute', by: 2 })).toBe(true);
    expect(isWithin(42.1, 40, { kind: 'absolute', by: 2 })).toBe(false);
    expect(isWithin(38, 40, { kind: 'share', of: 0.05 })).toBe(true);
    expect(isWithin(37.9, 40, { kind: 'share', of: 0.05 })).toBe(false);
  });

  it('that a run decides waits for the run', () => {
    const answer = {
      kind: 'number',
      unit: 'ms',
      correct: { kind: 'measured', path: 'bottlenecks.r0.queue_delay_s.mean' },
      within: { kind: 'share', of: 0.1 },
    } as const;
    const given = { kind: 'number', value: 41, text: '41' } as const;
    expect(judgeAnswer(answer, given, none)).toBeNull();
    expect(judgeAnswer(answer, given, { measured: 40, curve: null })).toBe(true);
    expect(judgeAnswer(answer, given, { measured: 20, curve: null })).toBe(false);
  });

  it('that is drawn is compared where it was drawn, over at least half of the curve', () => {
    const correct = [0, 1, 2, 3].map((x) => [x, 10 * x] as const);
    expect(
      meanDifference(
        [
          [0, 0],
          [3, 30],
        ],
        correct,
      ),
    ).toBe(0);
    expect(
      meanDifference(
        [
          [0, 3],
          [3, 33],
        ],
        correct,
      ),
    ).toBeCloseTo(3);
    expect(
      meanDifference(
        [
          [0, 0],
          [0.5, 5],
        ],
        correct,
      ),
    ).toBeNull();
  });

  it('of an order is never shown in the correct order first', () => {
    for (const items of [
      ['a', 'b'],
      ['b', 'a'],
      ['x', 'y', 'z', 'w'],
    ]) {
      const order = shuffled(items);
      expect([...order].sort()).toEqual(items.map((_, index) => index));
      expect(order).not.toEqual(items.map((_, index) => index));
    }
  });
});

describe('an id', () => {
  it('is no property that every object has, since answers are kept by id', () => {
    expect(isId('queue-1')).toBe(true);
    expect(isId('constructor')).toBe(false);
  });

  it('of a lesson without progress finds none', () => {
    expect(keptIn({}, 'constructor')).toBe(NOT_BEGUN);
  });
});
