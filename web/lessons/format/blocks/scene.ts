/** Reads `:::scene`: a scenario and what is shown of it. */
import type { Fields } from '../fields';
import type { Origin, SceneBlock } from '../lesson';
import { OPTIONS } from '../limits';
import { changes, chart, integer, listOf, number, oneOf, part, path, text, time } from '../readers';
import { FASTEST, SLOWEST } from '../../../engine/pace';
import { ACCEPTED, SCENE } from '../strings';
import { jsonOf } from '../yamlText';
import type { JsonObject } from '../../../url/json';
import { Wrong, type Reader } from '../fields';
import type { Source } from './block';

/** Names of the fences of a scene. */
export const SCENE_FENCES = ['yaml'] as const;

/** Reads a scene with its scenario. */
export function readScene(source: Source): SceneBlock | null {
  source.attributes.finish();
  source.needsText();
  const { names } = source.context;
  source.context.hasScene = true;
  names.beginScene();
  const fields = source.fields('yaml');
  if (fields === null) return null;
  const origin = originOf(fields, source);
  const block = {
    set: fields.optional('set', changes, []),
    show: fields.optional('show', listOf(chart, 1, OPTIONS), null),
    change: fields.optional('change', listOf(path), []),
    speed: fields.optional('speed', speed, null),
    seed: fields.optional('seed', integer(0, Number.MAX_SAFE_INTEGER), null),
    watch: fields.optional('watch', listOf(integer(0, 1e6), 1, OPTIONS), null),
    until_s: fields.optional('until', time, null),
  };
  fields.finish();
  names.addKeys(fields.item('set'), true);
  names.addEntries(fields.item('change'));
  const read = origin && ({ kind: 'scene', line: source.line, origin, ...block, text: source.text } as const);
  names.endScene(read);
  return read;
}

const ORIGINS = ['preset', 'link', 'scenario'] as const;

/** Reads the one field that names the scenario. */
function originOf(fields: Fields, source: Source): Origin | null {
  const named = ORIGINS.filter((name) => fields.has(name));
  const id = fields.optional('preset', text, null);
  const fragment = fields.optional('link', link, null);
  const scenario = fields.optional('scenario', part('map', ACCEPTED.map), null);
  if (named.length !== 1) return source.report(SCENE.oneOrigin, fields.lineOf(named[1] ?? 'preset'));
  if (id !== null) return { kind: 'preset', id };
  if (fragment !== null) return { kind: 'link', fragment };
  return scenario && { kind: 'document', scenario: jsonOf(scenario) as JsonObject };
}

/** A link to an experiment: the part from the sign #. */
const link: Reader<string> = {
  accepted: ACCEPTED.experiment,
  read: (item) => {
    const fragment = item.kind === 'scalar' ? /#(\d+\.\S+)$/.exec(item.text)?.[1] : undefined;
    return fragment ?? new Wrong(item);
  },
};

const fastest = oneOf(['max']);
const inSeconds = number(SLOWEST, FASTEST);

const speed: Reader<number | 'max'> = {
  accepted: ACCEPTED.speed(SLOWEST, FASTEST),
  read: (item) => {
    const value = fastest.read(item);
    return value instanceof Wrong ? inSeconds.read(item) : value;
  },
};
