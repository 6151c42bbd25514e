/**
 * Lessons say what their runs show. Each is read and run by the native program: numbers in the text come out of the run that
 * they speak of, tasks are not met at the start and are met by the given solution, and the lesson fits its minutes.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { visit } from 'unist-util-visit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as engine from '../web/generated/bufferlab_wasm.js';
import type { Catalog, Preset } from '../web/engine/catalog';
import type { Checked } from '../web/engine/protocol';
import { isWithin } from '../web/lessons/answers';
import { parseCourse } from '../web/lessons/course';
import { readInline } from '../web/lessons/inline';
import { judge } from '../web/lessons/judge';
import type { Block, Lesson, MeasuredNumber, SceneBlock, TaskBlock } from '../web/lessons/lesson';
import { parseLesson } from '../web/lessons/parse';
import { readQuantity } from '../web/lessons/quantityText';
import { changed, scenarioOf, type SceneTools } from '../web/lessons/scenes';
import { valueAt } from '../web/scenario/path';
import type { Scenario } from '../web/scenario/types';

const folder = join(import.meta.dirname, '..', 'public', 'lessons');
const program = process.env.BUFFERLAB_PROGRAM;
const course = parseCourse(readFileSync(join(folder, 'course.md'), 'utf8'));
const ids = course.ok ? course.course.topics.flatMap(({ lessons }) => lessons.map(({ id }) => id)) : [];

const judgeWasm = readFileSync(new URL('../web/generated/bufferlab_judge_bg.wasm', import.meta.url));
const asWasm = { headers: { 'content-type': 'application/wasm' } };

let tools: SceneTools;
beforeAll(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(judgeWasm, asWasm)));
  const wasm = readFileSync(new URL('../web/generated/bufferlab_wasm_bg.wasm', import.meta.url));
  engine.initSync({ module: wasm });
  tools = {
    catalog: JSON.parse(engine.catalog_json()) as Catalog,
    presets: JSON.parse(engine.presets_json()) as Preset[],
    completed(scenario) {
      const checked = JSON.parse(engine.check_json(JSON.stringify(scenario))) as {
        ok: boolean;
        scenario: Scenario;
      };
      return Promise.resolve(checked.ok ? checked.scenario : null);
    },
    applied(scenario, set) {
      const answer = engine.apply_json(JSON.stringify(scenario), JSON.stringify(set));
      return Promise.resolve(JSON.parse(answer) as Checked);
    },
  };
});

afterAll(() => vi.unstubAllGlobals());

it('the course names each lesson of its folder once', () => {
  expect(course).toMatchObject({ ok: true });
  const files = readdirSync(folder).filter((name) => !['course.md', 'FORMAT.md'].includes(name));
  expect(ids.map((id) => `${id}.md`).sort()).toEqual(files.sort());
});

/** Results by scenario, since several numbers speak of one run. */
const runs = new Map<string, unknown>();

/** Summary of a run by the native program. */
function summaryOf(scenario: Scenario): unknown {
  const input = JSON.stringify(scenario);
  const known = runs.get(input);
  if (known !== undefined) return known;
  const printed = execFileSync(program!, ['run', '-', '--json'], {
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const summary: unknown = JSON.parse(printed);
  runs.set(input, summary);
  return summary;
}

describe.skipIf(program === undefined)('the lesson', () => {
  describe.each(ids)('%s', (id) => {
    const parsed = parseLesson(readFileSync(join(folder, `${id}.md`), 'utf8'));
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

    it.each(tasksIn(blocks))('has the task $task.id, which its solution meets', async ({ task, scene }) => {
      const start = await opened(scene);
      expect((await judged(task, start, task.solution.until_s)).outcome).not.toBe('holds');
      const solved = await solutionOf(task, start);
      const verdict = await judged(task, solved, task.solution.until_s);
      expect(verdict.outcome, verdict.found).toBe('holds');
      expect(task.solution.until_s).toBeGreaterThanOrEqual(task.from_s);
    });

    it('fits its minutes', () => {
      expect(minutesOf(lesson!, blocks)).toBeLessThanOrEqual(lesson!.minutes);
    });
  });
});

interface Placed {
  block: Block;
  scene: SceneBlock;
}

/** Returns the blocks that follow a scene, with that scene. */
function withScenes(lesson: Lesson): Placed[] {
  let scene: SceneBlock | null = null;
  const placed: Placed[] = [];
  for (const block of lesson.steps.flatMap(({ blocks }) => blocks)) {
    if (block.kind === 'scene') scene = block;
    if (scene) placed.push({ block, scene });
  }
  return placed;
}

function tasksIn(blocks: Placed[]): { task: TaskBlock; scene: SceneBlock }[] {
  return blocks.flatMap(({ block, scene }) => (block.kind === 'task' ? [{ task: block, scene }] : []));
}

function numbersIn(block: Block): MeasuredNumber[] {
  const texts = [block.text, ...(block.kind === 'task' ? [block.solution.text] : [])];
  const numbers: MeasuredNumber[] = [];
  for (const text of texts)
    visit({ type: 'root', children: [...text] }, 'textDirective', (node) => {
      const read = readInline(node);
      if (read.ok && read.inline.kind === 'measured') numbers.push(read.inline.number);
    });
  return numbers;
}

async function opened(scene: SceneBlock): Promise<Scenario> {
  const result = await scenarioOf(scene, tools);
  if (!result.ok) throw new Error(result.message);
  return result.scenario;
}

async function measuredNumber({ written, path, set, until_s, within }: MeasuredNumber, scene: SceneBlock) {
  const changes = until_s === null ? set : [...set, ['duration_s', until_s] as const];
  const scenario = await changed(await opened(scene), changes, tools);
  if (!scenario.ok) throw new Error(scenario.message);
  const measured = valueAt(summaryOf(scenario.scenario), path) ?? valueAt(scenario.scenario, path);
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
  const answer = await judge(task.goal, summaryOf(run) as object, run);
  if (!answer.ok) throw new Error(answer.problems.map(({ message }) => message).join(' '));
  return answer.verdict;
}

async function solutionOf({ solution }: TaskBlock, start: Scenario): Promise<Scenario> {
  const result = await changed(start, [...solution.set, ['duration_s', solution.until_s]], tools);
  if (!result.ok) throw new Error(result.message);
  return result.scenario;
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
