/** Scenarios of scenes: what a scene names, with its changes, complete and in base units. */
import { parseQuantity } from '../../controls/quantity';
import type { Catalog, Preset } from '../../engine/catalog';
import { paramAt } from '../../lab/live';
import type { Checked } from '../../engine/protocol';
import type { Patch, Scenario } from '../../scenario/types';
import { decodeLink } from '../../url/codec';
import type { Change, Origin, SceneBlock } from '../format/lesson';
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
  const origin = await scenarioFrom(block.origin, tools);
  if (!origin.ok) return origin;
  const own: Change[] = [
    ...(block.until_s === null ? [] : [['duration_s', block.until_s] as const]),
    ...(block.seed === null ? [] : [['seed', block.seed] as const]),
  ];
  return changed(origin.scenario, [...own, ...block.set], tools);
}

/** Returns the scenario that a scene begins with, before its changes. */
export async function scenarioFrom(origin: Origin, tools: SceneTools): Promise<Opened> {
  const written = writtenIn(origin, tools);
  if (!written.ok) return written;
  const scenario = await tools.completed(written.scenario);
  return scenario ? { ok: true, scenario } : { ok: false, message: SCENE.refused(origin.kind) };
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

function writtenIn(origin: Origin, { presets }: SceneTools): Written {
  if (origin.kind === 'document') return { ok: true, scenario: origin.scenario };
  if (origin.kind === 'preset') {
    const preset = presets.find(({ id }) => id === origin.id);
    return preset
      ? { ok: true, scenario: preset.scenario }
      : { ok: false, message: SCENE.unknown(origin.id) };
  }
  const decoded = decodeLink(origin.fragment);
  if (!decoded.ok) return { ok: false, message: SCENE.badLink(decoded.message) };
  return 'scenario' in decoded ? decoded : { ok: false, message: SCENE.linkOfStudy };
}

/** A scenario as it is written, or why there is none. */
type Written = { ok: true; scenario: unknown } | { ok: false; message: string };

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
