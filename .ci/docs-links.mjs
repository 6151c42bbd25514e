/**
 * Links of the documentation's examples: the experiment of a `bufferlab run` as the fragment of a link, made by the engine from the
 * same command.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './shell.mjs';

/** @typedef {{ path: string; value: unknown }} Patch */
/** @typedef {(args: string[]) => { fragment: string; title: string } | null} LinkOf */
/** @typedef {{ ok: true; scenario: unknown } | { ok: false; problems: { path: string; message: string }[] }} Checked */

/** Fields that have an option of their own. */
const NAMED = new Map([
  ['--seed', 'seed'],
  ['--duration', 'duration_s'],
  ['--warmup', 'warmup_s'],
]);

/** Options that change what is printed and not what is run. */
const PRINTING = new Set(['--json', '--detail']);

/**
 * Loads the engine. The function that it resolves to returns the experiment of a run of a preset, and null for other commands.
 *
 * @returns {Promise<LinkOf>}
 */
export async function commandLinks() {
  const engine = await import('../web/generated/bufferlab_wasm.js');
  engine.initSync({ module: readFileSync(join(root, 'web', 'generated', 'bufferlab_wasm_bg.wasm')) });
  /** @type {{ module: { encodeLink: (minimal: unknown) => { ok: true; fragment: string } | { ok: false; message: string } } }} */
  const codec = await runnerImport(join(root, 'web', 'url', 'codec.ts'));
  /** @type {{ module: { readQuantity: (text: string) => { value: number } | null } }} */
  const quantities = await runnerImport(join(root, 'web', 'lessons', 'format', 'quantityText.ts'));
  /** @type {{ id: string; scenario: unknown }[]} */
  const presets = JSON.parse(engine.presets_json());

  /**
   * Applies changes. A text that its field does not accept as text, as it does `0.1 BDP`, is a number with a unit.
   *
   * @param {unknown} scenario
   * @param {readonly Patch[]} patches
   * @returns {unknown}
   */
  const changed = (scenario, patches) => {
    /** @type {Checked} */
    const checked = JSON.parse(engine.apply_json(JSON.stringify(scenario), JSON.stringify(patches)));
    if (checked.ok) return checked.scenario;
    const refused = new Set(checked.problems.map(({ path }) => path));
    let numbers = 0;
    const others = patches.map(({ path, value }) => {
      const read =
        typeof value === 'string' && refused.has(path) ? quantities.module.readQuantity(value) : null;
      if (read === null) return { path, value };
      numbers += 1;
      return { path, value: read.value };
    });
    if (numbers > 0) return changed(scenario, others);
    throw new Error(checked.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  };

  return (args) => {
    const patches = patchesOf(args);
    if (patches === null) return null;
    const preset = presets.find(({ id }) => id === args[1]);
    if (!preset) throw new Error(`${args.join(' ')}: an example runs a preset.`);
    const scenario = changed(preset.scenario, patches);
    /** @type {{ title: string }} */
    const minimal = JSON.parse(engine.minimal_json(JSON.stringify(scenario)));
    const link = codec.module.encodeLink(minimal);
    if (!link.ok) throw new Error(link.message);
    return { fragment: link.fragment, title: minimal.title };
  };
}

/**
 * Returns the changes of a run, and null for other commands; throws for options that the link cannot carry.
 *
 * @param {string[]} args
 * @returns {Patch[] | null}
 */
export function patchesOf(args) {
  const [command, , ...options] = args;
  if (command !== 'run') return null;
  /** @type {Patch[]} */
  const patches = [];
  while (options.length > 0) {
    const [option = '', value = ''] = options.splice(0, PRINTING.has(options[0] ?? '') ? 1 : 2);
    const named = NAMED.get(option);
    const [path = '', ...rest] = value.split('=');
    if (named !== undefined) patches.push({ path: named, value: valueOf(value) });
    else if (option === '--set') patches.push({ path: path.trim(), value: valueOf(rest.join('=').trim()) });
    else if (!PRINTING.has(option)) throw new Error(`${args.join(' ')}: ${option} has no place in a link.`);
  }
  return patches;
}

/**
 * Reads a value as the program does: JSON, otherwise text, such as a number with a unit.
 *
 * @param {string} text
 * @returns {unknown}
 */
function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
