/** Scenarios of scenes: what a scene names, with its changes, complete and in base units. */
import { parseQuantity } from '../../controls/quantity';
import type { Catalog, Preset } from '../../engine/catalog';
import { paramAt } from '../../lab/live';
import type { Checked } from '../../engine/protocol';
import type { Patch, Scenario } from '../../scenario/types';
import { decodeLink } from '../../url/codec';
import type { Change, SceneBlock } from '../format/lesson';
import { SCENE } from '../viewStrings';

/** A scenario, or why there is none. */
export type Opened = { ok: true; scenario: Scenario } | { ok: false; message: string };

/** Functions and lists from which scenarios are made. */
export interface SceneTools {
  catalog: Catalog | null;
  presets: readonly Preset[];
  /** Returns a scenario with all defaults; null if it is invalid. */
  completed(scenario: unknown): Promise<Scenario | null>;
  /** Returns a scenario with changes, which the engine makes one after another. */
  applied(scenario: Scenario, set: readonly Patch[]): Promise<Checked>;
}

/** Returns the scenario of a scene. */
export async function scenarioOf(block: SceneBlock, tools: SceneTools): Promise<Opened> {
  const written = writtenIn(block, tools);
  if (written === null) return { ok: false, message: SCENE.unknown(nameOf(block)) };
  const complete = await tools.completed(written);
  if (!complete) return { ok: false, message: SCENE.refused(block.origin.kind) };
  const own: Change[] = [
    ...(block.until_s === null ? [] : [['duration_s', block.until_s] as const]),
    ...(block.seed === null ? [] : [['seed', block.seed] as const]),
  ];
  return changed(complete, [...own, ...block.set], tools);
}

/** Returns a complete scenario with changes. */
export async function changed(
  scenario: Scenario,
  set: readonly Change[],
  { catalog, applied }: SceneTools,
): Promise<Opened> {
  const patches: Patch[] = [];
  for (const [path, value] of set) {
    const patch = patchOf(catalog, scenario, path, value);
    if (!patch.ok) return patch;
    patches.push(patch.value);
  }
  const answer = await applied(scenario, patches);
  return answer.ok
    ? answer
    : { ok: false, message: answer.problems.map(({ path, message }) => `${path}: ${message}`).join(' ') };
}

function writtenIn({ origin }: SceneBlock, { presets }: SceneTools): unknown {
  if (origin.kind === 'document') return origin.scenario;
  if (origin.kind === 'preset') return presets.find(({ id }) => id === origin.id)?.scenario ?? null;
  const decoded = decodeLink(origin.fragment);
  return decoded.ok && 'scenario' in decoded ? decoded.scenario : null;
}

function nameOf({ origin }: SceneBlock): string {
  return origin.kind === 'preset' ? origin.id : origin.kind;
}

/** A change with its value in base units, or why there is none: `"20 ms"` becomes 0.02 at a parameter in seconds. */
type Converted = { ok: true; value: Patch } | { ok: false; message: string };

function patchOf(catalog: Catalog | null, scenario: Scenario, path: string, value: unknown): Converted {
  const param = catalog && paramAt(catalog, scenario, path);
  const isNumber = param?.kind.type === 'number' || param?.kind.type === 'integer';
  if (typeof value !== 'string') return { ok: true, value: { path, value } };
  if (!param || !isNumber) return { ok: true, value: { path, value: jsonOr(value) } };
  const parsed = parseQuantity(value, param.unit);
  return parsed.ok
    ? { ok: true, value: { path, value: parsed.value } }
    : { ok: false, message: `${path}: ${parsed.message}` };
}

/** Returns the value of a text in JSON, such as `true` or `{"kind":"codel"}`, or the text itself. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
