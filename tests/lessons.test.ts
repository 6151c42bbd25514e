/**
 * Lessons say what their runs show. Each is read and run by the native program: numbers in the text come out of the run that
 * they speak of, tasks are not met at the start and are met by the given solution, and the lesson fits its minutes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { visit } from 'unist-util-visit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isWithin } from '../web/lessons/session/answers';
import { parseCourse } from '../web/lessons/format/course';
import { entryNamed } from '../web/learn/find';
import { parseGlossary } from '../web/learn/parse';
import { readInline, type Inline } from '../web/lessons/format/inline';
import { judge } from '../web/lessons/session/judge';
import type { Block, Lesson, MeasuredNumber, SceneBlock, TaskBlock } from '../web/lessons/format/lesson';
import { readQuantity } from '../web/lessons/format/quantityText';
import { valueAt } from '../web/scenario/path';
import type { Scenario } from '../web/scenario/types';
import { folder, lessonOf, opened, program, summaryOf, withScenes, type Placed } from './lessons/native';

const course = parseCourse(readFileSync(join(folder, 'course.md'), 'utf8'));
const ids = course.ok ? course.course.topics.flatMap(({ lessons }) => lessons.map(({ id }) => id)) : [];

const glossary = parseGlossary(readFileSync(new URL('../web/learn/glossary.md', import.meta.url), 'utf8'));

const judgeWasm = readFileSync(new URL('../web/generated/bufferlab_judge_bg.wasm', import.meta.url));
const asWasm = { headers: { 'content-type': 'application/wasm' } };

beforeAll(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(judgeWasm, asWasm)));
});

afterAll(() => vi.unstubAllGlobals());

it('the course names each lesson of its folder once', () => {
  expect(course).toMatchObject({ ok: true });
  // Documents about lessons have names in capitals.
  const files = readdirSync(folder).filter((name) => name !== 'course.md' && !/^[A-Z]+\.md$/.test(name));
  expect(ids.map((id) => `${id}.md`).sort()).toEqual(files.sort());
});

describe.skipIf(program === undefined)('the lesson', () => {
  describe.each(ids)('%s', (id) => {
    const parsed = lessonOf(id);
    const lesson = parsed.ok ? parsed.lesson : null;

    it('can be read', () => {
      expect(parsed.ok ? [] : parsed.problems).toEqual([]);
    });

    const blocks = lesson ? withScenes(lesson) : [];

    it.each(blocks.flatMap(({ block, scene }) => numbersIn(block).map((number) => ({ number, scene }))))(
      'shows $number.written as $number.path',
      async ({ number, scene }) => {
        const { value, expected, within } = await measuredNumber(number, scene);
        expect(isWithin(value, expected, within), `measured ${value}, written ${expected}`).toBe(true);
      },
    );

    it('marks only terms of the glossary', () => {
      const terms = blocks.flatMap(({ block }) => inlineIn(block)).filter(({ kind }) => kind === 'term');
      const missing = terms.filter((one) => one.kind === 'term' && entryNamed(glossary, one.term) === null);
      expect(missing).toEqual([]);
    });

    it.each(tasksIn(blocks))('has the task $task.id, which its solution meets', async ({ task, scene }) => {
      const start = await opened(scene);
      expect((await judged(task, start, task.solution.until_s)).outcome).not.toBe('holds');
      const solved = await opened(scene, [...task.solution.set, ['duration_s', task.solution.until_s]]);
      const verdict = await judged(task, solved, task.solution.until_s);
      expect(verdict.outcome, verdict.found).toBe('holds');
      expect(task.solution.until_s).toBeGreaterThanOrEqual(task.from_s);
    });

    it('fits its minutes', () => {
      expect(minutesOf(lesson!, blocks)).toBeLessThanOrEqual(lesson!.minutes);
    });
  });
});

function tasksIn(blocks: Placed[]): { task: TaskBlock; scene: SceneBlock }[] {
  return blocks.flatMap(({ block, scene }) => (block.kind === 'task' ? [{ task: block, scene }] : []));
}

function numbersIn(block: Block): MeasuredNumber[] {
  return inlineIn(block).flatMap((inline) => (inline.kind === 'measured' ? [inline.number] : []));
}

/** Returns the directives within the lines of a block. */
function inlineIn(block: Block): Inline[] {
  const texts = [block.text, ...(block.kind === 'task' ? [block.solution.text] : [])];
  const found: Inline[] = [];
  for (const text of texts)
    visit({ type: 'root', children: [...text] }, 'textDirective', (node) => {
      const read = readInline(node);
      if (read.ok) found.push(read.inline);
    });
  return found;
}

async function measuredNumber({ written, path, set, until_s, within }: MeasuredNumber, scene: SceneBlock) {
  const changes = until_s === null ? set : [...set, ['duration_s', until_s] as const];
  const scenario = await opened(scene, changes);
  const measured = valueAt(summaryOf(scenario), path) ?? valueAt(scenario, path);
  const quantity = readQuantity(written);
  if (typeof measured !== 'number' || !quantity) throw new Error(`${path} is ${String(measured)}`);
  const unit = quantity.factor;
  return {
    value: measured / unit,
    expected: quantity.value / unit,
    within: within ?? { kind: 'absolute' as const, by: halfOfLastDigit(written) },
  };
}

/** Returns half of the last digit of a number that is written in a text: 0.05 for `62.5 ms`. */
function halfOfLastDigit(written: string): number {
  const [, fraction = ''] = /\.(\d+)/.exec(written) ?? [];
  return 0.5 * 10 ** -fraction.length;
}

async function judged(task: TaskBlock, scenario: Scenario, until_s: number) {
  const run = { ...scenario, duration_s: until_s };
  const answer = await judge(task.goal, summaryOf(run), run);
  if (!answer.ok) throw new Error(answer.problems.map(({ message }) => message).join(' '));
  return answer.verdict;
}

/**
 * Words that a student reads in a minute: two thirds of the 238 of silent reading (Brysbaert, Journal of Memory and Language
 * 109, 2019), since half of the readers learned English as a second language.
 */
const WORDS_PER_MINUTE = 160;
/** Time to answer a question, and to work on a task, minutes. */
const QUESTION = 0.4;
const TASK = 1;

/** Returns the time that the lesson takes: reading, answering, and the runs at their speeds. */
function minutesOf(lesson: Lesson, blocks: Placed[]): number {
  const all = lesson.steps.flatMap((step) => step.blocks);
  const words = JSON.stringify(all.map(({ text }) => text)).match(/"value":"[^"]*/g) ?? [];
  const reading = words.join(' ').split(/\s+/).length / WORDS_PER_MINUTE;
  const asked = all.filter(({ kind }) => kind === 'predict' || kind === 'check').length;
  const tasks = all.filter(({ kind }) => kind === 'task').length;
  const running = blocks.reduce((sum, { block, scene }) => {
    if (block.kind !== 'run' || block.until.kind !== 'time') return sum;
    const speed = scene.speed === 'max' ? 100 : (scene.speed ?? 1);
    return sum + block.until.t_s / speed;
  }, 0);
  return reading + asked * QUESTION + tasks * TASK + running / 60;
}
