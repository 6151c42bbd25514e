/**
 * The commands in the documentation: fences of kind `bufferlab` in Markdown, each with a command and the output that it prints.
 *
 *     ```bufferlab show="Utilization; Loss of UDP; Delay…"
 *     $ bufferlab run anomaly --seed 2
 *     …
 *     ```
 *
 * `show` selects lines of the output by their labels, `Delay…` all labels that begin so; a line `…` stands for the others. The tests run each command and compare
 * its output. `npm run accept -- docs` writes the outputs again.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './shell.mjs';

/** @typedef {{ args: string[]; command: string; output: string; show: string[] }} Example */

/** Folder with the sources of the documentation. */
export const DOCS = join(root, 'docs');

const FENCE = /^```bufferlab([^\n]*)\n([^]*?)^```$/gm;
const REST = '…';

/** Returns the paths of all Markdown files of the documentation, sorted. */
export function markdownFiles() {
  const names = readdirSync(DOCS, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(DOCS, name));
}

/**
 * Returns the examples of a page.
 *
 * @param {string} text Markdown
 * @returns {Example[]}
 */
export function examplesOf(text) {
  return [...text.matchAll(FENCE)].map(([, info = '', body = '']) => exampleOf(info, body));
}

/**
 * Reads a fence; throws if it has no command, or an attribute that is not known.
 *
 * @param {string} info text after the kind of the fence
 * @param {string} body
 * @returns {Example}
 */
export function exampleOf(info, body) {
  const attributes = /^\s*(?:show="([^"]*)")?\s*$/.exec(info);
  if (!attributes) throw new Error(`bufferlab${info}: only show="…" is accepted.`);
  const read = /^\$ (bufferlab (?:[^\n]*\\\n)*[^\n]*)\n([^]*)$/.exec(body);
  if (!read) throw new Error(`The first line of a fence is "$ bufferlab …", got ${JSON.stringify(body)}.`);
  const [, command = '', output = ''] = read;
  const show = (attributes[1] ?? '').split(';').map((name) => name.trim());
  return { args: argumentsOf(command).slice(1), command, output, show: show.filter(Boolean) };
}

/**
 * Splits a command as a shell does: quotes, and a backslash at the end of a line. Anything else that a shell would interpret is
 * refused, so that a reader's shell does the same.
 *
 * @param {string} command
 */
export function argumentsOf(command) {
  const line = command.replaceAll(/\\\n\s*/g, ' ').trim();
  const word = /((?:'[^']*'|"[^"$`\\]*"|[^\s'"|&;<>$`\\*?()#~!{}]+)+)(?:\s+|$)/y;
  const words = [];
  for (let found = word.exec(line); found; found = word.exec(line)) {
    words.push((found[1] ?? '').replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
    if (word.lastIndex === line.length) return words;
  }
  throw new Error(`${command}: a command has only words and quotes.`);
}

/**
 * Runs the command of an example, and returns the output as the page shows it: standard output, then messages.
 *
 * @param {string} program path of `bufferlab`
 * @param {Example} example
 * @param {string} folder in which files are written
 */
export function printed(program, { args, command, show }, folder) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command}: exit code ${status}\n${stderr}`);
  return shown(withoutTimesAndVersion(stdout + stderr), show);
}

/**
 * Removes the times of the computer, which differ from run to run, and the version, which changes with each release.
 *
 * @param {string} text
 */
function withoutTimesAndVersion(text) {
  return text
    .replaceAll(/ and [\d.,]+ [mµn]?s: [\d,]+ packets per second\.$/gm, '.')
    .replaceAll(/, version [\d.]+, digest/g, ', digest')
    .replaceAll(/^(bufferlab: \d+ runs), about .*$/gm, '$1')
    .replaceAll(/; [\d.,]+ (?:[mµn]?s|min)$/gm, '')
    .replaceAll(/[ \t]+$/gm, '');
}

/**
 * Selects lines by their labels, with one `…` for each group of other lines.
 *
 * @param {string} text
 * @param {string[]} show
 */
function shown(text, show) {
  const lines = text.trimEnd().split('\n');
  if (show.length === 0) return `${lines.join('\n')}\n`;
  const missing = show.filter((name) => !lines.some((line) => isLabeled(line, name)));
  if (missing.length > 0) throw new Error(`The output has no line ${missing.join(' or ')}:\n${text}`);
  const kept = lines.map((line) => (show.some((name) => isLabeled(line, name)) ? line : REST));
  return `${kept.filter((line, i) => line !== REST || kept[i - 1] !== REST).join('\n')}\n`;
}

/**
 * Returns whether a line of the output has a label, which ends at two spaces or a colon.
 *
 * @param {string} line
 * @param {string} name
 */
function isLabeled(line, name) {
  if (name.endsWith(REST)) return line.startsWith(name.slice(0, -1));
  return line === name || line.startsWith(`${name}  `) || line.startsWith(`${name}:`);
}

/**
 * Returns a page with the outputs that its commands print now.
 *
 * @param {string} program
 * @param {string} text Markdown
 */
export function withOutputs(program, text) {
  const folder = mkdtempSync(join(tmpdir(), 'bufferlab-docs-'));
  try {
    return text.replaceAll(FENCE, (_, /** @type {string} */ info, /** @type {string} */ body) => {
      const example = exampleOf(info, body);
      return `\`\`\`bufferlab${info}\n$ ${example.command}\n${printed(program, example, folder)}\`\`\``;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Writes the outputs of all pages again.
 *
 * @param {string} program
 */
export function acceptOutputs(program) {
  for (const file of markdownFiles()) {
    const text = readFileSync(file, 'utf8');
    const accepted = withOutputs(program, text);
    if (accepted !== text) writeFileSync(file, accepted);
  }
}
