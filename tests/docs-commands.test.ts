/** Commands of the documentation print what it shows. `npm run accept -- docs` writes the outputs again. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  argumentsOf,
  DOCS,
  exampleOf,
  examplesOf,
  markdownFiles,
  printed,
  withOutputs,
} from '../.ci/docs-commands.mjs';
import { patchesOf } from '../.ci/docs-links.mjs';
import { program } from './lessons/native';

const folder = mkdtempSync(join(tmpdir(), 'bufferlab-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pages = markdownFiles().map((file) => ({
  name: relative(DOCS, file),
  text: readFileSync(file, 'utf8'),
}));
const withExamples = pages.filter(({ text }) => examplesOf(text).length > 0);

it('each fence of kind bufferlab is read as an example', () => {
  const fences = pages.flatMap(({ text }) => text.match(/^```bufferlab/gm) ?? []);
  expect(fences.length).toBeGreaterThan(20);
  expect(pages.flatMap(({ text }) => examplesOf(text))).toHaveLength(fences.length);
});

describe('the README', () => {
  const text = readFileSync(join(DOCS, '..', 'README.md'), 'utf8');
  const sessions = [...text.matchAll(/^```console\n([^]*?)^```$/gm)].map(([, body = '']) =>
    exampleOf('', body),
  );

  // The outputs in the documentation are compared with the program below.
  it.each(sessions)('has the output that the documentation shows for $command', ({ command, output }) => {
    const outputs = pages.flatMap(({ text }) =>
      examplesOf(text)
        .filter((example) => example.command === command)
        .map((example) => example.output.split('\n')),
    );
    const lines = output.split('\n').filter((line) => line !== '…');
    expect(outputs.some((shown) => lines.every((line) => shown.includes(line)))).toBe(true);
  });

  it('has an example for a lecturer and for an operator', () => {
    expect(sessions).toHaveLength(3);
  });

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((path) => !existsSync(join(DOCS, '..', path)))).toEqual([]);
  });
});

describe.skipIf(program === undefined)('the program', () => {
  it.each(withExamples)('prints the outputs of $name', ({ text }) => {
    expect(withOutputs(program ?? '', text)).toBe(text);
  });

  it('changes an output that is not its own', () => {
    const fence = (output: string) =>
      `\`\`\`bufferlab show="Utilization"\n$ bufferlab run one-flow\n${output}\`\`\``;
    expect(withOutputs(program ?? '', fence('Utilization  1 %\n'))).toMatch(/\nUtilization +100\.0 %\n/);
  });

  it('refuses a label that the output does not have, and a command that fails', () => {
    const show = exampleOf(' show="Nothing"', '$ bufferlab run one-flow\n');
    expect(() => printed(program ?? '', show, folder)).toThrow('The output has no line Nothing');
    const failing = exampleOf('', '$ bufferlab run no-preset\n');
    expect(() => printed(program ?? '', failing, folder)).toThrow('exit code 2');
  });
});

/** Numbers of a text that have a unit, as value and unit. */
const quantities = (text: string): string[] =>
  [...text.matchAll(/(?<![\w.,])(\d[\d,]*(?:\.\d+)?) ?(%|ms|packets\b|s\b)/g)].map(
    ([, value = '', unit = '']) => `${value.replaceAll(',', '')} ${unit}`,
  );

describe.each(withExamples.filter(({ name }) => name !== 'index.md'))('the text of $name', ({ text }) => {
  it('has only numbers of its outputs and commands', () => {
    const examples = examplesOf(text);
    const prose = text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/^\*\*Question\.\*\*[^]*?\n\n/gm, '');
    const shown = examples.map(({ command, output }) => `${command}\n${output}`).join('\n');
    const numbers = new Set(
      [...shown.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([n]) => Number(n.replaceAll(',', ''))),
    );
    const given = new Set(GIVEN[/^title: (.*)$/m.exec(text)?.[1] ?? ''] ?? []);
    const unknown = quantities(prose).filter(
      (quantity) => !numbers.has(Number.parseFloat(quantity)) && !given.has(quantity),
    );
    expect(unknown).toEqual([]);
  });
});

/** Numbers in texts that are no results, by title of the page. */
const GIVEN: Record<string, readonly string[]> = {
  'Start as a researcher': ['95 %'],
};

it.each([
  ['bufferlab run a --set x=1', ['bufferlab', 'run', 'a', '--set', 'x=1']],
  [
    'bufferlab run a \\\n    --set \'x={"uniform": [0, 1]}\'',
    ['bufferlab', 'run', 'a', '--set', 'x={"uniform": [0, 1]}'],
  ],
  ['bufferlab run a --set x="2 Mb/s"', ['bufferlab', 'run', 'a', '--set', 'x=2 Mb/s']],
])('%s is split as by a shell', (command, words) => {
  expect(argumentsOf(command)).toEqual(words);
});

it.each([
  'bufferlab run a > b',
  'bufferlab run $A',
  'bufferlab run a; rm b',
  "bufferlab run 'a",
  'bufferlab a={1,2}',
])('%s needs a shell and is refused', (command) => {
  expect(() => argumentsOf(command)).toThrow('only words and quotes');
});

it.each([
  [' embed', '$ bufferlab run a\n', 'only show="…" is accepted'],
  ['', 'bufferlab run a\n', 'The first line of a fence is "$ bufferlab …"'],
  ['', '', 'The first line of a fence'],
])('a fence with %j and %j is refused', (info, body, why) => {
  expect(() => exampleOf(info, body)).toThrow(why);
});

describe('the experiment of a command', () => {
  it('has the changes of its options, as values or as texts with units', () => {
    const args = [
      'run',
      'a',
      '--set',
      'x.y=5',
      '--set',
      'z=2 Mb/s',
      '--seed',
      '7',
      '--duration',
      '60',
      '--json',
    ];
    expect(patchesOf(args)).toEqual([
      { path: 'x.y', value: 5 },
      { path: 'z', value: '2 Mb/s' },
      { path: 'seed', value: 7 },
      { path: 'duration_s', value: 60 },
    ]);
  });

  it('is that of a run alone, and refuses options that no link carries', () => {
    expect(patchesOf(['sweep', 'a'])).toBeNull();
    expect(() => patchesOf(['run', 'a', '--trace', 'file'])).toThrow('--trace has no place in a link');
  });
});
