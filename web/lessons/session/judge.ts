/**
 * Judge of goals: the engine checks a goal for a run, in the language of the papers' claims. Its WebAssembly module is apart
 * from that of the simulator and is loaded on the first question, so that the Lab does not wait for it.
 */
import { compileModule } from '../../engine/module';
import type * as Bindings from '../../generated/bufferlab_judge.js';
import wasmUrl from '../../generated/bufferlab_judge_bg.wasm?url';
import type { GoalVerdict } from '../../types/judge';
import type { JsonObject } from '../../url/json';

export type { GoalPart, GoalVerdict, Outcome } from '../../types/judge';

/** Problem of a goal: its place, such as `all.0.at_least.1`, and what is accepted. */
export interface GoalProblem {
  path: string;
  message: string;
}

/** Answer about a goal: what was asked for, or problems. */
export type GoalAnswer<T> = ({ ok: true } & T) | { ok: false; problems: GoalProblem[] };

/** Number that a path names in a run. Value and text are null if a measure has no value yet. */
export interface RunValue {
  /** Value in the unit. */
  value: number | null;
  /** Symbol of the unit, as in the catalog. */
  unit: string;
  /** Label with the owner: `Utilization of r0`. */
  label: string;
  /** Value with its unit for readers: `97.1 %`. */
  text: string | null;
}

/** Answer about a path: its number, or a sentence. */
export type RunAnswer = ({ ok: true } & RunValue) | { ok: false; message: string };

/** A number with the symbol of its unit; null if the text names none. */
export interface Quantity {
  value: number;
  unit: string | null;
}

let loading: Promise<typeof Bindings> | null = null;

/** Returns the paths of measures and fields in a goal, or what is wrong with it. */
export async function checkGoal(goal: JsonObject): Promise<GoalAnswer<{ paths: string[] }>> {
  const { check_goal_json } = await bindings();
  return JSON.parse(check_goal_json(JSON.stringify(goal))) as GoalAnswer<{ paths: string[] }>;
}

/** Checks a goal for the summary of a run and its scenario at the present time. */
export async function judge(
  goal: JsonObject,
  summary: object,
  scenario: object,
): Promise<GoalAnswer<{ verdict: GoalVerdict }>> {
  const { judge_json } = await bindings();
  const answer = judge_json(JSON.stringify(goal), JSON.stringify(summary), JSON.stringify(scenario));
  return JSON.parse(answer) as GoalAnswer<{ verdict: GoalVerdict }>;
}

/** Returns the number that a path names in a run, or a sentence if the run has no such number. */
export async function runValue(path: string, summary: object, scenario: object): Promise<RunAnswer> {
  const { value_json } = await bindings();
  return JSON.parse(value_json(path, JSON.stringify(summary), JSON.stringify(scenario))) as RunAnswer;
}

/** Reads a text such as `62.5 ms` in the unit of measures; null if it is no number with a known unit. */
export async function readQuantity(text: string): Promise<Quantity | null> {
  const { quantity_json } = await bindings();
  return JSON.parse(quantity_json(text)) as Quantity | null;
}

/** Loads the module once; after a failure the next question tries again. */
function bindings(): Promise<typeof Bindings> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<typeof Bindings> {
  const [bindings, module] = await Promise.all([
    import('../../generated/bufferlab_judge.js'),
    compileModule(wasmUrl),
  ]);
  await bindings.default({ module_or_path: module });
  return bindings;
}
