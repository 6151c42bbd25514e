/** Draws the text of a lesson: Markdown as React elements, which no text can break out of. */
import type {} from 'mdast-util-math';
import { Fragment, type ReactNode } from 'react';
import type { Nodes, RootContent, Table } from 'mdast';
import { NamedTerm } from '../../learn/NamedTerm';
import type { TextDirective } from 'mdast-util-directive';
import { Formula } from './Formula';
import { readInline, type Inline } from '../format/inline';
import type { Text } from '../format/lesson';
import { plainText } from '../format/markdown';
import { Scrubbed } from './Scrubbed';
import { See } from './See';

/** Text with its blocks. */
export function TextView({ text }: { text: Text }) {
  return <>{text.map(draw)}</>;
}

function draw(node: Nodes | RootContent, key: number): ReactNode {
  switch (node.type) {
    case 'text':
      return withUnits(node.value);
    case 'paragraph':
      return <p key={key}>{children(node)}</p>;
    case 'heading':
      return node.depth <= 3 ? <h4 key={key}>{children(node)}</h4> : <h5 key={key}>{children(node)}</h5>;
    case 'emphasis':
      return <em key={key}>{children(node)}</em>;
    case 'strong':
      return <strong key={key}>{children(node)}</strong>;
    case 'inlineCode':
      return <code key={key}>{node.value}</code>;
    case 'code':
      return (
        <pre key={key}>
          <code>{node.value}</code>
        </pre>
      );
    case 'break':
      return <br key={key} />;
    case 'thematicBreak':
      return <hr key={key} />;
    case 'blockquote':
      return <blockquote key={key}>{children(node)}</blockquote>;
    case 'list':
      return node.ordered ? (
        <ol key={key} start={node.start ?? 1}>
          {children(node)}
        </ol>
      ) : (
        <ul key={key}>{children(node)}</ul>
      );
    case 'listItem':
      return <li key={key}>{children(node)}</li>;
    case 'link':
      return (
        <a
          key={key}
          href={node.url}
          {...(node.url.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
        >
          {children(node)}
        </a>
      );
    case 'table':
      return <TextTable key={key} table={node} />;
    case 'inlineMath':
      return <Formula key={key} tex={node.value} />;
    case 'math':
      return <Formula key={key} tex={node.value} block />;
    case 'textDirective': {
      const read = readInline(node);
      return read.ok ? <InlineView key={key} inline={read.inline} node={node} /> : null;
    }
    default:
      return null;
  }
}

/** Units that stay on the line of their number: `50 %`, `2 ms`. */
const UNIT = /(?<=\d) (?=(?:%|[µmn]?s|[kMG]?b(?:\/s)?|[kMG]?B)(?![\p{L}\p{N}]))/gu;

function withUnits(text: string): string {
  return text.replaceAll(UNIT, '\u00a0');
}

function children(node: Extract<Nodes, { children: unknown }>): ReactNode {
  return (node.children as Nodes[]).map(draw);
}

function InlineView({ inline, node }: { inline: Inline; node: TextDirective }) {
  switch (inline.kind) {
    case 'measured':
      return <strong className="lesson-measured">{inline.number.written}</strong>;
    case 'see':
      return <See at={inline.in}>{plainText(node.children) ?? ''}</See>;
    case 'scrub':
      return <Scrubbed number={inline.number} />;
    case 'term':
      return <NamedTerm name={inline.term} />;
  }
}

function TextTable({ table }: { table: Table }) {
  const [head, ...rows] = table.children;
  const align = (column: number) => ({ textAlign: table.align?.[column] ?? undefined });
  return (
    <table className="lesson-table">
      <thead>
        <tr>
          {head?.children.map((cell, i) => (
            <th key={i} style={align(i)}>
              {children(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            {row.children.map((cell, j) => (
              <td key={j} style={align(j)}>
                <Fragment>{children(cell)}</Fragment>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
