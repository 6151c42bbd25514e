/**
 * The page of the reference that lists the commands of the program, as Markdown made from its help texts.
 */
import { table } from './docs-markdown.mjs';

/** @typedef {{ name: string; meaning: string; fallback: string }} Option an option or an argument of a command */
/** @typedef {{ title: string; options: Option[] }} Group */
/** @typedef {{ about: string; usage: string; groups: Group[]; examples: string[]; notes: string[] }} Help */

/** Options of every command, which the page states once. */
const COMMON = new Set(['-h, --help']);

/**
 * Makes the page.
 *
 * @param {(args: string[]) => string} run runs the program and returns what it prints
 * @returns {string} with front matter
 */
export function programPage(run) {
  const all = run(['help']);
  const names = commandsIn(all);
  const { notes } = helpIn(all);
  const parts = names.map((name) => commandText(name, helpIn(run([name, '--help']))));
  return `---
title: Commands
description: The commands of the program bufferlab with all options, from its help texts.
order: 20
---

${[...notes, `${names.length} commands; each has \`--help\`.`, ...parts].join('\n\n')}
`;
}

/**
 * Returns the names of the commands in the order of the help.
 *
 * @param {string} help
 */
export function commandsIn(help) {
  const [, list = ''] = /^Commands:\n([^]*?)\n\n/m.exec(help) ?? [];
  const names = [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name);
  return names.filter((name) => name !== 'help');
}

/**
 * Reads a help text: a sentence, the usage, groups of options, examples, and closing sentences.
 *
 * @param {string} text
 * @returns {Help}
 */
export function helpIn(text) {
  const [about = '', ...blocks] = text.trim().split('\n\n');
  const help = /** @type {Help} */ ({ about, usage: '', groups: [], examples: [], notes: [] });
  for (const block of blocks) {
    const [first = '', ...lines] = block.split('\n');
    if (first.startsWith('Usage:')) help.usage = first.replace(/^Usage: \S+/, 'bufferlab');
    else if (/^Examples?:$/.test(first)) help.examples = lines.map((line) => line.trim());
    else if (/^[A-Z][\w ]*:$/.test(first) && lines.every((line) => line.startsWith(' ')))
      help.groups.push({ title: first.slice(0, -1), options: lines.map(optionIn) });
    else help.notes.push(noteOf([first, ...lines]));
  }
  return help;
}

/**
 * Returns closing sentences; indented lines are a list of words with their meanings.
 *
 * @param {string[]} lines
 */
function noteOf(lines) {
  const texts = lines.map((line) => line.replace(/^ {2,}(\S.*?) {2,}/, '- *$1*: '));
  // A list begins and ends with an empty line.
  return texts.join('\n').replaceAll(/\n(?=- \*)(?<!^- .*\n)|(?<=^- .*)\n(?!- )/gm, '\n\n');
}

/**
 * @param {string} line
 * @returns {Option}
 */
function optionIn(line) {
  const [, name = '', meaning = ''] = /^\s+(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
  const [, text = meaning, fallback = ''] = /^(.*?) \[default: ([^\]]*)\]$/.exec(meaning) ?? [];
  return { name, meaning: text, fallback };
}

/**
 * @param {string} name
 * @param {Help} help
 */
function commandText(name, { about, usage, groups, examples, notes }) {
  const tables = groups
    .map(({ title, options }) => ({ title, options: options.filter((option) => !COMMON.has(option.name)) }))
    .filter(({ options }) => options.length > 0)
    .map(({ title, options }) => {
      const rows = options.map((option) => [`\`${option.name}\``, option.meaning, option.fallback]);
      return table([title, 'Meaning', 'Default'], rows);
    });
  const code = (/** @type {string} */ text) => `\`\`\`sh\n${text}\n\`\`\``;
  return [`## ${name}`, `${about}.`, code(usage), ...tables, code(examples.join('\n')), ...notes].join(
    '\n\n',
  );
}
