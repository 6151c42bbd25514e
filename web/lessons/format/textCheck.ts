/** Checks the nodes of a text: kinds, links, tables, inline directives, depth. */
import type { Heading, Link, Nodes, Parents, RootContent, Table, Text as MarkdownText } from 'mdast';
import type { TextDirective } from 'mdast-util-directive';
import { quoted } from '../../url/quoted';
import { INLINE_NAMES, readInline, type Inline } from './inline';
import { NESTING, TABLE_CELLS, TABLE_COLUMNS } from './limits';
import { isParent, lineOf } from './markdown';
import { lessonOf } from './paths';
import type { Names } from './names';
import type { Problems } from './problems';
import { TEXT } from './strings';

/** State of the check at a place of the lesson. */
export interface Place {
  problems: Problems;
  /** Whether a scene precedes the text. */
  hasScene: boolean;
  names: Names;
}

/** Reports nodes of a text that are not accepted, and turns colons that begin no directive into text. */
export function checkText(nodes: readonly RootContent[], place: Place): void {
  const open: { node: Nodes; depth: number }[] = nodes.map((node) => ({ node, depth: 0 }));
  while (open.length > 0) {
    const { node, depth } = open.pop()!;
    const nested = depth + (NESTED.has(node.type) ? 1 : 0);
    if (nested > NESTING) {
      place.problems.add(lineOf(node), TEXT.tooDeep(NESTING));
      continue;
    }
    checkNode(node, place);
    if (!isParent(node)) continue;
    mendColons(node);
    for (const child of node.children) open.push({ node: child, depth: nested });
  }
}

const NESTED: ReadonlySet<string> = new Set([
  'blockquote',
  'containerDirective',
  'emphasis',
  'link',
  'list',
  'strong',
  'textDirective',
]);

function checkNode(node: Nodes, place: Place): void {
  const { problems } = place;
  const report = (message: string) => problems.add(lineOf(node), message);
  switch (node.type) {
    case 'html':
      return void report(TEXT.noHtml(quoted(node.value, 40)));
    case 'image':
    case 'imageReference':
      return void report(TEXT.noImage);
    case 'definition':
    case 'linkReference':
      return void report(TEXT.noDefinition);
    case 'footnoteDefinition':
    case 'footnoteReference':
      return void report(TEXT.noFootnote);
    case 'leafDirective':
      return void report(TEXT.noLeaf(quoted(node.name, 40)));
    case 'containerDirective':
      return void report(TEXT.nestedBlock(quoted(node.name, 40)));
    case 'yaml':
      return void report(TEXT.frontMatterFirst);
    case 'heading':
      return checkHeading(node, report);
    case 'link':
      return checkLink(node, report);
    case 'table':
      return checkTable(node, report);
    case 'code':
      if (node.lang == null && /^\s*:::/.test(node.value)) report(TEXT.indentedBlock);
      return;
    case 'text':
      return checkColons(node, problems);
    case 'textDirective':
      return checkInline(node, place, report);
    default:
  }
}

function checkHeading(node: Heading, report: (message: string) => void): void {
  if (node.depth === 1) report(TEXT.noTitle);
  else if (node.depth === 2) report(TEXT.headingInBlock);
}

function checkLink({ url }: Link, report: (message: string) => void): void {
  const accepted = /^#\S*$/.test(url) || /^https:\/\/[^/\s]/.test(url) || lessonOf(url) !== null;
  if (!accepted) report(TEXT.link(quoted(url, 60)));
}

function checkTable({ children }: Table, report: (message: string) => void): void {
  const columns = Math.max(0, ...children.map((row) => row.children.length));
  const cells = children.reduce((sum, row) => sum + row.children.length, 0);
  if (columns > TABLE_COLUMNS) report(TEXT.tableColumns(columns, TABLE_COLUMNS));
  if (cells > TABLE_CELLS) report(TEXT.tableCells(cells, TABLE_CELLS));
}

/** Reports lines that look like the beginning or the end of a block. */
function checkColons(node: MarkdownText, problems: Problems): void {
  const before = /^([^]*?\n)??[ \t]*:::/.exec(node.value);
  if (before === null) return;
  const line = lineOf(node) + (before[1] ?? '').split('\n').length - 1;
  problems.add(line, TEXT.noBlock);
}

/** Directives that speak of the run of a scene. */
const OF_SCENE: ReadonlySet<string> = new Set(['measured', 'scrub']);

function checkInline(node: TextDirective, place: Place, report: (message: string) => void): void {
  const result = readInline(node);
  if (!result.ok) result.messages.forEach(report);
  else noteNames(result.inline, lineOf(node), place.names);
  if (!place.hasScene && OF_SCENE.has(node.name)) report(TEXT.beforeScene(`:${node.name}`));
  delete node.data;
}

/** Notes the names that a directive uses. */
function noteNames(inline: Inline, line: number, names: Names): void {
  if (inline.kind === 'scrub') names.add('parameter', inline.number.path, line);
  if (inline.kind !== 'measured') return;
  names.add('value', inline.number.path, line);
  for (const [path] of inline.number.set) names.add('parameter', path, line);
}

/** A colon within words, as in “1:N” or “a:b”, is no directive: makes it text again. */
function mendColons(parent: Parents): void {
  const children: Nodes[] = [];
  for (const child of parent.children) {
    const node = child.type === 'textDirective' && isColon(child) ? textOf(child) : child;
    const last = children.at(-1);
    if (node.type !== 'text' || last?.type !== 'text') children.push(node);
    else {
      last.value += node.value;
      if (last.position && node.position) last.position.end = node.position.end;
    }
  }
  parent.children = children as typeof parent.children;
}

const NAMES: readonly string[] = INLINE_NAMES;

function isColon({ name, children, attributes }: TextDirective): boolean {
  return !NAMES.includes(name) && children.length === 0 && Object.keys(attributes ?? {}).length === 0;
}

function textOf({ name, position }: TextDirective): MarkdownText {
  return { type: 'text', value: `:${name}`, ...(position ? { position } : {}) };
}
