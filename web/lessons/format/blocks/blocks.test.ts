import { describe, expect, it } from 'vitest';
import { lessonOf, problemsIn, SCENE } from '../../testing';

const block = (head: string, ...rows: string[]): string => [`:::${head}`, ...rows, ':::'].join('\n');
const fence = (name: string, ...rows: string[]): string => ['```' + name, ...rows, '```'].join('\n');
const scene = (...rows: string[]): string => block('scene', fence('yaml', ...rows), 'Text.');
const question = (...rows: string[]): string => block('predict{#q}', 'Question?', fence('answer', ...rows));
const task = (...goal: string[]): string =>
  block('task{#t}', 'Goal.', fence('goal', ...goal), fence('solution', 'until: 60 s'));

function expectProblem(body: string, message: string, before = SCENE): void {
  const problems = problemsIn(body, before);
  expect(
    problems.find((one) => one.startsWith(message)),
    problems.join('\n'),
  ).toBeDefined();
}

describe('a fence at the end of a file', () => {
  it('is reported at a line of the file', () => {
    expectProblem(':::data{#t}\nText.\n```columns', '3: The columns are wrong');
  });
});

describe('a scene', () => {
  it.each([
    ['without a scenario', scene('seed: 1'), '3: A scene needs one scenario'],
    ['with two scenarios', scene('preset: a', 'link: "#5.x"'), '4: A scene needs one scenario'],
    ['with a wrong link', scene('link: "https://a.b"'), '3: “link” has a wrong value'],
    [
      'with an unknown field',
      scene('preset: a', 'sed: 1'),
      '4: “sed” is no field of the fence “yaml”. Accepted: preset',
    ],
    [
      'with an unknown chart',
      scene('preset: a', 'show: [qeue]'),
      '4: “show” has a wrong value: “qeue”. Accepted: queue',
    ],
    ['with a wrong path', scene('preset: a', 'change: [a b]'), '4: “change” has a wrong value: “a b”'],
    ['with a wrong path to set', scene('preset: a', 'set:', '  a b: 1'), '5: “set” has a wrong value: “a b”'],
    ['with a negative seed', scene('preset: a', 'seed: -1'), '4: “seed” has a wrong value: “-1”'],
    ['with a speed as text', scene('preset: a', 'speed: fast'), '4: “speed” has a wrong value: “fast”'],
    ['with a size as time', scene('preset: a', 'until: 5 kB'), '4: “until” has a wrong value: “5 kB”'],
    ['with a wrong flow', scene('preset: a', 'watch: [first]'), '4: “watch” has a wrong value: “first”'],
    ['without data', block('scene', 'Text.'), '1: :::scene has no data'],
    ['without text', block('scene', fence('yaml', 'preset: a')), '1: :::scene has no text'],
    [
      'with an unknown fence',
      block('scene', fence('yml', 'preset: a'), 'Text.'),
      '2: The fence “yml” is unknown in :::scene',
    ],
    [
      'with two fences',
      block('scene', fence('yaml', 'preset: a'), fence('yaml', 'preset: a'), 'Text.'),
      '5: :::scene has two fences “yaml”',
    ],
    [
      'with text after the name of the fence',
      block('scene', fence('yaml a', 'preset: a'), 'Text.'),
      '2: The fence has text after “yaml”',
    ],
    [
      'with an attribute',
      block('scene{#a}', fence('yaml', 'preset: a'), 'Text.'),
      '1: :::scene has no attribute “id”. Accepted: none',
    ],
    [
      'with text in brackets',
      block('scene[a]', fence('yaml', 'preset: a'), 'Text.'),
      '1: :::scene has no text in brackets',
    ],
    ['with wrong YAML', scene('preset: a', 'show: ['), '4: This is no valid YAML'],
  ])('%s is refused at its line', (_, body, message) => expectProblem(body, message, ''));

  it('has a scenario as a link or as a document', () => {
    const blocks = lessonOf(
      `${scene('link: "https://a.b/#5.abc.de"')}\n\n${scene('scenario: { version: 1 }', 'speed: max')}`,
    );
    expect(blocks.steps[0]!.blocks).toMatchObject([
      { origin: { kind: 'link', fragment: '5.abc.de' }, show: null, speed: null, seed: null, until_s: null },
      { origin: { kind: 'document', scenario: { version: 1 } }, speed: 'max' },
    ]);
  });
});

describe('a question', () => {
  it.each([
    [
      'without an id',
      block('check', 'Q?', fence('answer', 'kind: order', 'items: [a, b]')),
      '1: :::check needs the attribute “id”',
    ],
    [
      'with a wrong id',
      block('check{#A}', 'Q?', fence('answer', 'kind: order', 'items: [a, b]')),
      '1: The attribute “id” of :::check has a wrong value: “A”',
    ],
    ['without an answer', block('predict{#q}', 'Q?'), '1: :::predict has no data'],
    [
      'of an unknown kind',
      question('kind: essay'),
      '4: “kind” has a wrong value: “essay”. Accepted: choice, number, order, curve.',
    ],
    [
      'with one option',
      question('kind: choice', 'options: [a]', 'correct: a'),
      '5: “options” has a wrong value',
    ],
    [
      'with many options',
      question('kind: order', `items: [${Array.from({ length: 21 }, (_, i) => `a${i}`).join()}]`),
      '5: “items” has a wrong value: a list. Accepted: a list of 2 to 20 entries',
    ],
    [
      'with equal options',
      question('kind: choice', 'options: [a, a]', 'correct: a'),
      '5: Two entries are equal',
    ],
    [
      'with a correct option that is none',
      question('kind: choice', 'options: [a, b]', 'correct: c'),
      '6: “correct” is none of the options. Accepted: “a”, “b”',
    ],
    [
      'with a correct option that is none, and a long option',
      question('kind: choice', `options: [${'a'.repeat(100)}, b]`, 'correct: c'),
      `6: “correct” is none of the options. Accepted: “${'a'.repeat(40)}…”, “b”.`,
    ],
    [
      'with one reason for two options',
      question('kind: choice', 'options: [a, b]', 'correct: a', 'why: [x]'),
      '7: “why” has 1 entries for 2 options',
    ],
    [
      'with a number whose measure is empty',
      question('kind: number', 'measure:', 'within: 1'),
      '5: The answer has neither “correct” nor “measure”. Accepted: one of them.',
    ],
    ['with a number without a bound', question('kind: number', 'correct: 1'), '4: “within” is missing'],
    [
      'with a wrong bound',
      question('kind: number', 'unit: ms', 'correct: 1', 'within: 5 kB'),
      '7: “within” has a wrong value: “5 kB”',
    ],
    [
      'with a number in another unit',
      question('kind: number', 'unit: ms', 'correct: 1 s', 'within: 5'),
      '6: “correct” has a wrong value: “1 s”. Accepted: a number in ms',
    ],
    [
      'with two correct numbers',
      question('kind: number', 'correct: 1', 'measure: a', 'within: 5'),
      '6: The answer has both “correct” and “measure”',
    ],
    [
      'with a measure in an unknown unit',
      question('kind: number', 'unit: apples', 'measure: a', 'within: 5'),
      '5: “apples” is no unit of a measure',
    ],
    [
      'with an unknown field',
      question('kind: order', 'items: [a, b]', 'correct: a'),
      '6: “correct” is no field of the fence “answer”',
    ],
    ['with equal items', question('kind: order', 'items: [a, a]'), '5: Two entries are equal'],
    [
      'with an empty axis',
      question(
        'kind: curve',
        'x: { label: a, from: 1, to: 1 }',
        'y: { label: b, from: 0, to: 1 }',
        'series: a',
        'within: 5 %',
      ),
      '5: The axis x is empty',
    ],
    [
      'with an unknown field of an axis',
      question(
        'kind: curve',
        'x: { label: a, from: 0, to: 1, units: s }',
        'y: { label: b, from: 0, to: 1 }',
        'series: a',
        'within: 5 %',
      ),
      '5: “units” is no field of the axis x',
    ],
    [
      'with a curve that goes back',
      question(
        'kind: curve',
        'x: { label: a, from: 0, to: 1 }',
        'y: { label: b, from: 0, to: 1 }',
        'correct: [[1, 0], [0, 0]]',
        'within: 5 %',
      ),
      '7: The points are not in ascending order',
    ],
    [
      'with a curve outside of the axes',
      question(
        'kind: curve',
        'x: { label: a, from: 0, to: 1 }',
        'y: { label: b, from: 0, to: 1 }',
        'correct: [[0, 0], [1, 2]]',
        'within: 5 %',
      ),
      '7: A point is outside of the axes',
    ],
    [
      'with a point of three numbers',
      question(
        'kind: curve',
        'x: { label: a, from: 0, to: 1 }',
        'y: { label: b, from: 0, to: 1 }',
        'correct: [[0, 0], [1, 2, 3]]',
        'within: 5 %',
      ),
      '7: “correct” has a wrong value: a list. Accepted: a point [x, y].',
    ],
    [
      'with a bound above the range',
      question(
        'kind: curve',
        'x: { label: a, from: 0, to: 1 }',
        'y: { label: b, from: 0, to: 1 }',
        'series: a',
        'within: 150 %',
      ),
      '8: “within” has a wrong value: “150 %”',
    ],
    [
      'with the id of another block',
      `${question('kind: order', 'items: [a, b]')}\n\n${question('kind: order', 'items: [a, b]')}`,
      '9: The id “q” is used on line 15',
    ],
  ])('%s is refused at its line', (_, body, message) => expectProblem(body, message));

  it('with a measure of the run needs a scene', () => {
    const measure = question('kind: number', 'unit: ms', 'measure: a', 'within: 5');
    expectProblem(measure, '1: :::predict needs a run, but no scene precedes it', '');
    expect(problemsIn(measure, SCENE)).toEqual([]);
  });
});

describe('a run', () => {
  it.each([
    ['without an end', block('run', 'Text.'), '1: :::run needs the attribute “until”'],
    [
      'with an unknown event',
      block('run{until=storm}', 'Text.'),
      '1: The attribute “until” of :::run has a wrong value: “storm”. Accepted: a time such as 30 s, or drop',
    ],
    [
      'to a property of all objects',
      block('run{until=constructor}', 'Text.'),
      '1: The attribute “until” of :::run has a wrong value',
    ],
    [
      'with an unknown chart',
      block('run{until=end show=x}', 'Text.'),
      '1: The attribute “show” of :::run has a wrong value: “x”',
    ],
    [
      'with an unknown attribute',
      block('run{until=end .a}', 'Text.'),
      '1: :::run has no attribute “class”. Accepted: until, show',
    ],
  ])('%s is refused at its line', (_, body, message) => expectProblem(body, message));

  it('needs a scene', () => {
    expectProblem(block('run{until=end}', 'Text.'), '1: :::run needs a run, but no scene precedes it', '');
  });
});

describe('a task', () => {
  it.each([
    [
      'without a goal',
      block('task{#t}', 'Goal.', fence('solution', 'until: 60 s')),
      '1: :::task has no data. Write a fenced block: a line “```goal”',
    ],
    [
      'without a solution',
      block('task{#t}', 'Goal.', fence('goal', 'above: [1, 0]')),
      '1: :::task has no data. Write a fenced block: a line “```solution”',
    ],
    [
      'without text',
      block('task{#t}', fence('goal', 'above: [1, 0]'), fence('solution', 'until: 60 s'), 'After.'),
      '1: :::task has no text',
    ],
    [
      'with an unknown statement',
      task('exceeds: [1, 0]'),
      '4: “exceeds” is no statement. Accepted: one field of all, any',
    ],
    [
      'with two statements',
      task('above: [1, 0]', 'below: [1, 2]'),
      '4: an object with fields is no statement',
    ],
    ['with a statement that is a text', task('all: [won]'), '4: “won” in “all” is no statement'],
    [
      'with one quantity to compare',
      task('above: [1]'),
      '4: “above” has wrong arguments. Accepted: a list of 2 quantities',
    ],
    [
      'with no statement in a list',
      task('all: []'),
      '4: “all” has wrong arguments. Accepted: a list of 1 to 50 statements',
    ],
    [
      'with an unknown operation',
      task('above:', '  - { root: 2 }', '  - 1'),
      '5: “root” in “above” is no quantity',
    ],
    ['with a truth value as a quantity', task('above: [true, 1]'), '4: “true” in “above” is no quantity'],
    [
      'with both bounds of a difference',
      task('near: { of: a, to: 1, within: 1, share: 0.1 }'),
      '4: The fields of “near” are wrong',
    ],
    [
      'with a deep goal',
      task(`${'{ not: '.repeat(9)}{ above: [1, 0] }${' }'.repeat(9)}`),
      '4: The goal is nested too deeply',
    ],
    ['with a large goal', task(`increasing: [${'1, '.repeat(49)}1]`), '4: The goal is too large. At most 50'],
    [
      'with hints that are a text',
      block(
        'task{#t}',
        'Goal.',
        fence('goal', 'above: [1, 0]'),
        fence('hints', 'a'),
        fence('solution', 'until: 60 s'),
      ),
      '7: The fence “hints” is wrong. Accepted: a list',
    ],
    [
      'with a solution without an end',
      block('task{#t}', 'Goal.', fence('goal', 'above: [1, 0]'), fence('solution', 'set: { a: 1 }')),
      '7: “until” is missing in the fence “solution”',
    ],
  ])('%s is refused at its line', (_, body, message) => expectProblem(body, message));

  it('needs a scene', () => {
    expectProblem(task('above: [1, 0]'), '1: :::task needs a run, but no scene precedes it', '');
  });
});

describe('text that is revealed or explained', () => {
  it.each([
    [
      'after an unknown question',
      block('reveal{after=none}', 'Text.'),
      '1: No question or task above has the id “none”. Accepted: none yet',
    ],
    [
      'after a later question',
      `${block('reveal{after=q}', 'Text.')}\n\n${question('kind: order', 'items: [a, b]')}`,
      '1: No question or task above has the id “q”',
    ],
    [
      'after an unknown question, as an explanation',
      block('explain{after=none}', 'Text.'),
      '1: No question or task above has the id “none”. Accepted: none yet',
    ],
    ['without text', block('explain'), '1: :::explain has no text'],
    ['with an attribute', block('explain{a=b}', 'Text.'), '1: :::explain has no attribute “a”'],
  ])('%s is refused at its line', (_, body, message) => expectProblem(body, message));
});

describe('a table of runs', () => {
  const data = (...rows: string[]) => block('data{#d}', 'Text.', fence('columns', ...rows));
  it.each([
    ['without columns', block('data{#d}', 'Text.'), '1: :::data has no data'],
    ['with fields as columns', data('measure: a'), '4: The columns are wrong'],
    [
      'with many columns',
      data(...Array<string>(13).fill('- measure: a')),
      '4: The columns are wrong. Accepted: a list of 1 to 12',
    ],
    [
      'with a column without a measure',
      data('- measure: a', '- label: b'),
      '5: “measure” is missing in the column',
    ],
    ['with a text as a column', data('- a'), '4: The column needs fields'],
  ])('%s is refused at its line', (_, body, message) => expectProblem(body, message));

  it('needs a scene', () => {
    expectProblem(data('- measure: a'), '1: :::data needs a run, but no scene precedes it', '');
  });
});
