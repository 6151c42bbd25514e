/** Runs scenes of lessons with the native program, for tests that compare them with texts and with published values. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as engine from '../../web/generated/bufferlab_wasm.js';
import type { Catalog, Preset } from '../../web/engine/catalog';
import type { Checked } from '../../web/engine/protocol';
import type { Block, Change, Lesson, SceneBlock } from '../../web/lessons/format/lesson';
import { parseLesson, type ParsedLesson } from '../../web/lessons/format/parse';
import { changed, scenarioOf, type Opened, type SceneTools } from '../../web/lessons/session/scenes';
import type { Scenario } from '../../web/scenario/types';

/** Folder of the course. */
export const folder = join(import.meta.dirname, '..', '..', 'public', 'lessons');

/** Path of the native program; undefined where it was not built. */
export const program = process.env.BUFFERLAB_PROGRAM;

/** Reads a lesson of the course. */
export function lessonOf(id: string): ParsedLesson {
  return parseLesson(readFileSync(join(folder, `${id}.md`), 'utf8'));
}

/** A block with the scene that it speaks of. */
export interface Placed {
  block: Block;
  scene: SceneBlock;
}

/** Returns the blocks that follow a scene, with that scene. */
export function withScenes(lesson: Lesson): Placed[] {
  let scene: SceneBlock | null = null;
  const placed: Placed[] = [];
  for (const block of lesson.steps.flatMap(({ blocks }) => blocks)) {
    if (block.kind === 'scene') scene = block;
    if (scene) placed.push({ block, scene });
  }
  return placed;
}

/** Returns the scenario of a scene, with changes. */
export async function opened(scene: SceneBlock, changes: readonly Change[] = []): Promise<Scenario> {
  return scenarioIn(await changed(scenarioIn(await scenarioOf(scene, tools())), changes, tools()));
}

function scenarioIn(result: Opened): Scenario {
  if (!result.ok) throw new Error(result.message);
  return result.scenario;
}

/** Results by scenario, since several numbers speak of one run. */
const runs = new Map<string, object>();

/** Returns the summary of a run. */
export function summaryOf(scenario: Scenario): object {
  const input = JSON.stringify(scenario);
  const known = runs.get(input);
  if (known !== undefined) return known;
  const summary = printed(['run', '-', '--json'], input);
  runs.set(input, summary);
  return summary;
}

/** Returns what the program prints about a scenario as JSON. */
export function printed(words: readonly string[], input: string): object {
  const text = execFileSync(program!, words, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  return JSON.parse(text) as object;
}

let known: SceneTools | null = null;

/** Returns what the engine knows and does about scenarios. */
export function tools(): SceneTools {
  return (known ??= load());
}

function load(): SceneTools {
  const url = new URL('../../web/generated/bufferlab_wasm_bg.wasm', import.meta.url);
  engine.initSync({ module: readFileSync(url) });
  return {
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
}
