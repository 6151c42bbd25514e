import { describe, expect, it } from 'vitest';
import type { Nodes } from 'mdast';
import { liftFormulas } from './formulas';
import { isParent, lineOf, parseMarkdown } from '../format/markdown';

/** The tree of a text in one line: `p(text)`, `math`, with the contents of formulas and words. */
function treeOf(text: string): string {
  const root = parseMarkdown(text);
  liftFormulas(root, text);
  return root.children.map(drawn).join(' ');
}

function drawn(node: Nodes): string {
  const name = NAMES[node.type] ?? node.type;
  if (isParent(node)) return `${name}(${node.children.map(drawn).join(' ')})`;
  return `${name}:${'value' in node ? node.value.trim() : ''}`;
}

const NAMES: Readonly<Record<string, string>> = { paragraph: 'p', listItem: 'item', text: 't' };

describe('formulas between $$', () => {
  it.each([
    ['alone in a line', '$$W = Q$$', 'math:W = Q'],
    ['on lines of their own', '$$\nW = Q\n$$', 'math:W = Q'],
    ['after text', 'It is\n$$W = Q$$', 'p(t:It is) math:W = Q'],
    ['between text', 'It is\n$$W$$\nwith $Q$.', 'p(t:It is) math:W p(t:with inlineMath:Q t:.)'],
    ['two in a line', '$$a$$ $$b$$', 'math:a math:b'],
    ['in a list', '- It is $$W$$', 'list(item(p(t:It is) math:W))'],
    ['in a table', '| $$a$$ |\n|---|', 'table(tableRow(tableCell(inlineMath:a)))'],
  ])('%s', (_, text, tree) => expect(treeOf(text)).toBe(tree));

  it('leaves formulas between single dollar signs in the line', () => {
    expect(treeOf('With $W$ packets.')).toBe('p(t:With inlineMath:W t:packets.)');
  });

  it('keeps the lines of the file', () => {
    const text = 'It is\n$$W$$\nwith a picture.';
    const root = parseMarkdown(text);
    liftFormulas(root, text);
    expect(root.children.map(lineOf)).toEqual([1, 2, 2]);
  });
});
