/**
 * The Markdown of lessons: CommonMark with tables, formulas and directives, without HTML, images and definitions.
 *
 * The functions here make the tree and read simple parts of it; `textCheck.ts` reports nodes that are not accepted.
 */
import type { Nodes, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import { directiveFromMarkdown } from 'mdast-util-directive';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { mathFromMarkdown } from 'mdast-util-math';
import { directive } from 'micromark-extension-directive';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfmTable } from 'micromark-extension-gfm-table';
import { math } from 'micromark-extension-math';

/** Parses a text that has passed the checks of its size. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, {
    extensions: [frontmatter(['yaml']), directive(), gfmTable(), math()],
    mdastExtensions: [
      frontmatterFromMarkdown(['yaml']),
      directiveFromMarkdown({ verbose: true }),
      gfmTableFromMarkdown(),
      mathFromMarkdown(),
    ],
  });
}

/** First line of a node in the file. */
export function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

/** Last line of a node in the file. */
export function lastLineOf(node: Nodes): number {
  return node.position?.end.line ?? lineOf(node);
}

/** Whether a node contains others. */
export function isParent(node: Nodes): node is Parents {
  return 'children' in node;
}

/** Returns the text of plain words and code; null if there is anything else, such as a link. */
export function plainText(nodes: readonly PhrasingContent[]): string | null {
  const parts = nodes.map((node) => ('value' in node && PLAIN.has(node.type) ? node.value : null));
  return parts.includes(null) ? null : parts.join('').replaceAll(/\s+/g, ' ').trim();
}

const PLAIN: ReadonlySet<string> = new Set(['text', 'inlineCode']);

/** Whether a node is the heading of a step. */
export function isStep(node: RootContent): boolean {
  return node.type === 'heading' && node.depth === 2;
}
