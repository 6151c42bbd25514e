import { expect, it } from 'vitest';
import { parseLesson } from '../format/parse';
import { NOT_BEGUN, type LessonProgress } from '../session/progress';
import { eventsBetween, progressEvent, type Reported } from './events';

const TEXT = `---
title: A lesson
level: 1
minutes: 4
sources: [A book.]
---

## First

:::scene
\`\`\`yaml
preset: one-flow
\`\`\`
A scene.
:::

:::predict{#first}
What happens?
\`\`\`answer
kind: choice
options: [Nothing., A drop.]
correct: A drop.
\`\`\`
:::

## Second

:::check{#rate}
Which rate?
\`\`\`answer
kind: number
unit: ms
correct: 40
within: 5
\`\`\`
:::
`;

const parsed = parseLesson(TEXT);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const reported: Reported = {
  id: 'https://lab.example/#learn/a',
  lesson: 'a',
  title: 'A lesson',
  document: parsed.lesson,
};
const times = { at_ms: Date.UTC(2026, 10, 27), inLesson_s: 90, inStep_s: 12.345 };
const right: LessonProgress = {
  ...NOT_BEGUN,
  answers: { first: { given: { kind: 'choice', option: 1 }, correct: true } },
};

it('reports an answer with a statement in the form of xAPI', () => {
  const [answer, progress] = eventsBetween(reported, NOT_BEGUN, right, times);
  expect(answer).toMatchObject({
    type: 'answer',
    lesson: 'a',
    question: 'first',
    kind: 'predict',
    response: 'A drop.',
    correct: true,
    seconds: 12.345,
    statement: {
      version: '1.0.3',
      verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
      object: {
        id: 'https://lab.example/#learn/a/question/first',
        definition: { interactionType: 'choice', description: { en: 'What happens?' } },
      },
      result: { response: '1', success: true, duration: 'PT12.35S' },
      context: { contextActivities: { parent: [{ id: 'https://lab.example/#learn/a' }] } },
      timestamp: '2026-11-27T00:00:00.000Z',
    },
  });
  expect(answer).not.toHaveProperty('statement.actor');
  expect(progress).toMatchObject({
    type: 'progress',
    share: 0.5,
    score: { asked: 2, answered: 1, right: 1 },
  });
});

it('reports a step, and the end with the score', () => {
  const events = eventsBetween(reported, right, { ...right, step: 1, finished: true }, times);
  expect(events.map(({ type }) => type)).toEqual(['step', 'completed', 'progress']);
  expect(events[1]).toMatchObject({
    score: { right: 1, asked: 2 },
    statement: {
      result: { completion: true, duration: 'PT90S', score: { scaled: 0.5, raw: 1, min: 0, max: 2 } },
    },
  });
});

it('reports nothing without a difference, and only the progress for a withdrawn answer', () => {
  expect(eventsBetween(reported, right, { ...right, runs: {} }, times)).toEqual([]);
  expect(eventsBetween(reported, right, NOT_BEGUN, times).map(({ type }) => type)).toEqual(['progress']);
  expect(progressEvent(reported, NOT_BEGUN, 0)).toMatchObject({
    share: 0,
    step: 1,
    steps: 2,
    finished: false,
  });
});
