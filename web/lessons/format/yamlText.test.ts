import { describe, expect, it } from 'vitest';
import { Problems } from './problems';
import { jsonOf, readYaml } from './yamlText';

function read(text: string): { value: unknown; problems: string[] } {
  const problems = new Problems();
  const item = readYaml(text, 1, problems);
  return {
    value: item && jsonOf(item),
    problems: problems.list().map(({ line, message }) => `${line}: ${message}`),
  };
}

describe('YAML of a lesson', () => {
  it('has texts, numbers, lists and fields', () => {
    expect(read('a: 5 Mb/s\nb: [1, 2.5, 98 %]\nc: { d: null, e: true }\n10: x').value).toEqual({
      a: '5 Mb/s',
      b: [1, 2.5, '98 %'],
      c: { d: null, e: true },
      '10': 'x',
    });
  });

  it.each([
    ['an alias', 'a: &x 1\nb: *x', '1: Anchors (&) and aliases (*)'],
    ['a tag', 'a: 1\nb: !!js/function x', '2: Tags (!)'],
    ['a merge key', 'a: 1\n<<: { b: 1 }', '2: Merge keys (<<)'],
    ['a second document', 'a: 1\n---\nb: 2', '2: A second YAML document'],
    ['a directive', '%YAML 1.2\n---\na: 1', '1: YAML directives (%)'],
    ['equal fields', 'a: 1\nb: 2\na: 3', '3: The field “a” is there twice'],
    ['the prototype of objects', 'a: 1\n__proto__: { b: 1 }', '2: “__proto__” is not accepted'],
    ['the prototype of objects, in quotes', '"__proto__": 1', '1: “__proto__” is not accepted'],
    ['a list as the name of a field', '? [a]\n: b', '1: The name of a field is a list'],
    ['an infinite number', 'a: 1\nb: .inf', '2: “.inf” is no finite number'],
    ['no number', 'a: .nan', '1: “.nan” is no finite number'],
    ['an open bracket', 'a: 1\nb: [1', '2: This is no valid YAML'],
    ['a wrong indentation', 'a:\n  b: 1\n c: 2', '3: This is no valid YAML'],
    ['deep brackets', `a: ${'['.repeat(17)}`, '1: The data are nested too deeply'],
    ['many brackets', '['.repeat(19_000), '1: The data are nested too deeply'],
    ['many compact lists', '- '.repeat(9_000), '1: The data are nested too deeply'],
    ['many compact keys', '? '.repeat(9_000), '1: The data are nested too deeply'],
    ['many compact values', ': '.repeat(9_000), '1: The data are nested too deeply'],
    [
      'a deep indentation',
      Array.from({ length: 30 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      '17: The data are nested too deeply',
    ],
    ['a large text', `a: ${'x'.repeat(20_000)}`, '1: The data are too large'],
  ])('with %s is refused at its line', (_, text, message) => {
    const { value, problems } = read(text);
    expect(value === null || problems.length > 0).toBe(true);
    expect(
      problems.find((one) => one.startsWith(message)),
      problems.join('\n'),
    ).toBeDefined();
    expect({}).not.toHaveProperty('b');
  });
});
