// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { COURSE_MAP, fragmentOf, placeOf } from '../source/address';
import { parseLesson } from '../format/parse';
import { openCode, shortCode, studentLink } from './codes';
import { advanced, clockOf, leftOf, minutesOf, started, toggled } from './countdown';
import { presentActionOf } from './keys';
import { momentsOf, showsScene } from './moments';

const TEXT = `---
title: A short lesson
level: 1
minutes: 5
sources: ['RFC 5681.']
---

## First

Text before the scene.

:::scene
\`\`\`yaml
preset: one-flow
\`\`\`
One flow.
:::

:::predict{#guess}
Which?
\`\`\`answer
kind: choice
options: [This, That]
correct: This
\`\`\`
:::

:::run{until="10 s" show="queue"}
Watch.
:::

:::reveal{after=guess}
This.
:::

## Second

More text.
`;

function lesson() {
  const parsed = parseLesson(TEXT);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.lesson;
}

describe('a presentation', () => {
  it('shows one block after another, and answers and runs as parts of their own', () => {
    const kinds = momentsOf(lesson(), 0).map(
      ({ block, open }) => `${block?.kind ?? 'title'}${open ? '+' : ''}`,
    );
    expect(kinds).toEqual(['title', 'text', 'scene', 'predict', 'predict+', 'run', 'run+', 'reveal']);
    expect(momentsOf(lesson(), 1)).toHaveLength(1);
  });

  it('shows the scene from its block on', () => {
    const all = lesson();
    const shown = momentsOf(all, 0).map(({ block }) => showsScene(all, 0, block));
    expect(shown).toEqual([false, false, true, true, true, true, true, true]);
    expect(showsScene(all, 1, momentsOf(all, 1)[0]!.block)).toBe(true);
  });

  it('has an address of its own for lessons of any origin', () => {
    for (const place of [
      { ...COURSE_MAP, id: 'sawtooth', step: 2, showing: 'present' as const },
      { ...COURSE_MAP, folder: 'networks/spring', id: 'one', showing: 'worksheet' as const },
      { ...COURSE_MAP, packed: 'AAAA.00000000', step: 1, showing: 'solutions' as const },
    ])
      expect(placeOf(fragmentOf(place))).toEqual(place);
    expect(fragmentOf(placeOf('#learn/present/sawtooth/3'))).toBe('#learn/present/sawtooth/3');
    expect(placeOf('#learn/present').showing).toBe('read');
    expect(placeOf('#learn/present/edit').showing).toBe('read');
  });
});

describe('keys of a presentation', () => {
  const press = (key: string, target: Element = document.body) =>
    presentActionOf({ key, target, ctrlKey: false, metaKey: false, altKey: false });

  it('are those of remote controls for slides, and more', () => {
    expect(['PageDown', 'ArrowRight', ' '].map((key) => press(key))).toEqual(['next', 'next', 'next']);
    expect(['PageUp', 'ArrowLeft', '.'].map((key) => press(key))).toEqual(['back', 'back', 'dark']);
    expect(press('x')).toBeNull();
  });

  it('stay with the element that uses them itself', () => {
    const field = document.createElement('input');
    const button = document.createElement('button');
    expect(press('ArrowRight', field)).toBeNull();
    expect(press(' ', button)).toBeNull();
    expect(press('PageDown', button)).toBe('next');
  });
});

describe('a code', () => {
  const lessons = ['sawtooth', 'buffer'];
  const opened = (text: string) => openCode(text, 'lessons', lessons);

  it('opens a lesson at a step, as the students’ link does', () => {
    const place = { ...COURSE_MAP, id: 'sawtooth', step: 2 };
    expect(shortCode(place)).toBe('sawtooth/3');
    expect(opened('sawtooth/3')).toEqual({ ok: true, place });
    expect(opened(' Sawtooth ')).toEqual({ ok: true, place: { ...place, step: 0 } });
    const link = studentLink(
      { ...place, showing: 'present' },
      'https://a.example/lab/?x#learn/present/sawtooth/3',
    );
    expect(link).toBe('https://a.example/lab/#learn/sawtooth/3');
    expect(opened(link)).toEqual({ ok: true, place });
  });

  it('that is wrong is refused with a sentence', () => {
    const message = (text: string): string => {
      const answer = opened(text);
      return answer.ok ? 'opened' : answer.message;
    };
    expect(message('')).toMatch(/Type a code/);
    expect(message('sawteeth')).toMatch(/no lesson “sawteeth”/);
    expect(message('sawtooth/0')).toMatch(/no number from 1 to 99/);
    expect(message('sawtooth/3/4')).toMatch(/This is no code/);
    expect(message('constructor')).toMatch(/This is no code/);
    expect(message('<b>')).toMatch(/This is no code/);
    expect(message('https://a.example/#5.abc')).toMatch(/opens no lesson/);
    expect(message('https://a.example/#learn')).toMatch(/names no lesson/);
    expect(message('x'.repeat(500_000))).toMatch(/This is no code/);
  });
});

describe('a countdown', () => {
  it('runs, pauses, resumes and ends', () => {
    const running = started(2, 1000);
    expect(clockOf(leftOf(running, 1000))).toBe('2:00');
    const paused = toggled(running, 31_000);
    expect(clockOf(leftOf(paused, 500_000))).toBe('1:30');
    const resumed = toggled(paused, 500_000);
    expect(advanced(resumed, 589_999)).toBe(resumed);
    expect(advanced(resumed, 590_000)).toEqual({ kind: 'over' });
  });

  it('accepts minutes as people write them', () => {
    expect(['4', '1.5', '1,5', '1:30', ' 90 '].map(minutesOf)).toEqual([4, 1.5, 1.5, 1.5, 90]);
    expect(['', '0', '91', '90:01', '-1', '1:75', 'two', '1e9'].map(minutesOf)).toEqual(
      new Array(8).fill(null),
    );
  });
});
