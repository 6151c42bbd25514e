/**
 * Formulas between `$$` within a line, which Markdown reads as parts of the line, as in `$$W = Q / C$$`. Authors mean a
 * formula of its own: it is taken out of its paragraph, whose text before and after it becomes a paragraph each.
 */
import type { Nodes, Paragraph, PhrasingContent, Root, RootContent } from 'mdast';
import type { InlineMath, Math } from 'mdast-util-math';
import { isParent } from '../format/markdown';

/** Takes formulas between `$$` out of their paragraphs. `source` is the text that the tree was made from. */
export function liftFormulas(root: Root, source: string): void {
  const open: Nodes[] = [root];
  while (open.length > 0) {
    const node = open.pop()!;
    if (!isParent(node)) continue;
    const children = (node.children as RootContent[]).flatMap((child) =>
      child.type === 'paragraph' ? divided(child, source) : [child],
    );
    node.children = children;
    open.push(...children);
  }
}

/** Divides a paragraph at its formulas; returns the paragraph itself if it has none. */
function divided(paragraph: Paragraph, source: string): RootContent[] {
  if (!paragraph.children.some((child) => isFormula(child, source))) return [paragraph];
  const parts: RootContent[] = [];
  let words: PhrasingContent[] = [];
  const close = (): void => {
    if (
      words.some(({ type, ...rest }) => type !== 'text' || !/^\s*$/.test('value' in rest ? rest.value : ''))
    )
      parts.push(paragraphOf(words));
    words = [];
  };
  for (const child of paragraph.children) {
    if (!isFormula(child, source)) {
      words.push(child);
      continue;
    }
    close();
    parts.push(formulaOf(child));
  }
  close();
  return parts;
}

function isFormula(node: PhrasingContent, source: string): node is InlineMath {
  const start = node.position?.start.offset;
  return node.type === 'inlineMath' && start !== undefined && source.startsWith('$$', start);
}

function formulaOf({ value, position }: InlineMath): Math {
  return { type: 'math', value, ...(position ? { position } : {}) };
}

function paragraphOf(children: PhrasingContent[]): Paragraph {
  const start = children[0]?.position?.start;
  const end = children.at(-1)?.position?.end;
  return { type: 'paragraph', children, ...(start && end ? { position: { start, end } } : {}) };
}
