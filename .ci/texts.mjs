/**
 * Reads the texts and names of the repository's files: strings, comments, identifiers, paragraphs.
 *
 * `npm run strings` writes what users read to files; `tests/vocabulary.test.ts` checks the vocabulary.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './shell.mjs';

/**
 * @typedef {object} Text
 * @property {string} file path from the repository's root
 * @property {number} line line on which the text begins, from 1
 * @property {'string' | 'jsx' | 'doc' | 'comment' | 'name' | 'prose'} kind `jsx` is text or a label written directly in a
 *   component, `doc` a doc comment, `name` an identifier or the name of a file, `prose` a paragraph of Markdown
 * @property {string} text without quotes and comment signs; placeholders of a template are written `{}`
 */

/** Attributes of JSX that a person reads or hears. */
const READ = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
]);

/**
 * Lists the files under version control that match.
 *
 * @param {...string} patterns pathspecs of git
 * @returns {string[]}
 */
export function trackedFiles(...patterns) {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...patterns], { cwd: root, encoding: 'utf8' });
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

/**
 * Reads the texts of a file by the end of its name.
 *
 * @param {string} file
 * @returns {Text[]}
 */
export function textsOf(file) {
  const source = readFileSync(join(root, file), 'utf8');
  if (/\.(ts|tsx|mjs)$/.test(file)) return typeScriptTexts(file, source);
  if (file.endsWith('.rs')) return rustTexts(file, source);
  if (/\.pyi?$/.test(file)) return pythonTexts(file, source);
  if (file.endsWith('.css')) return cssTexts(file, source);
  if (file.endsWith('.md')) return markdownTexts(file, source);
  if (file.endsWith('.json')) return jsonTexts(file, source);
  throw new Error(`${file}: no reader for this kind of file`);
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {Text[]}
 */
function typeScriptTexts(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {Text[]} */
  const texts = [];
  /**
   * @param {Text['kind']} kind
   * @param {string} text
   * @param {number} position
   */
  const add = (kind, text, position) => {
    texts.push({ file, line: tree.getLineAndCharacterOfPosition(position).line + 1, kind, text });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) add('name', node.text, node.getStart());
    else if (ts.isJsxText(node)) {
      const text = node.text.replaceAll(/\s+/g, ' ').trim();
      if (/\p{Letter}{2}/u.test(text)) add('jsx', text, node.getStart());
    } else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      add(isReadAttribute(node) ? 'jsx' : 'string', node.text, node.getStart());
    } else if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(({ literal }) => `{}${literal.text}`);
      add('string', [node.head.text, ...parts].join(''), node.getStart());
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  for (const { pos, end } of commentRanges(tree)) add(...typeScriptComment(source.slice(pos, end)), pos);
  return texts;
}

/** @param {ts.Node} node */
function isReadAttribute(node) {
  return ts.isJsxAttribute(node.parent) && READ.has(node.parent.name.getText());
}

/**
 * Finds every comment once: in front of a token or after it.
 *
 * @param {ts.SourceFile} tree
 * @returns {Iterable<ts.CommentRange>}
 */
function commentRanges(tree) {
  /** @type {Map<number, ts.CommentRange>} */
  const found = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (node.kind !== ts.SyntaxKind.JsxText && node.getChildCount(tree) === 0) {
      const ranges = [
        ...(ts.getLeadingCommentRanges(tree.text, node.pos) ?? []),
        ...(ts.getTrailingCommentRanges(tree.text, node.end) ?? []),
      ];
      for (const range of ranges) found.set(range.pos, range);
    }
    node.getChildren(tree).forEach(visit);
  };
  visit(tree);
  return found.values();
}

/**
 * @param {string} comment
 * @returns {['doc' | 'comment', string]}
 */
function typeScriptComment(comment) {
  const lines = comment
    .replace(/^\/\*\*?|^\/\/+/, '')
    .replace(/\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''));
  return [comment.startsWith('/**') ? 'doc' : 'comment', lines.join('\n').trim()];
}

/**
 * Lists the exports of a TypeScript file that have no doc comment directly above them.
 *
 * @param {string} file
 * @returns {Text[]}
 */
export function undocumentedExports(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  return tree.statements.filter(isExported).flatMap((statement) => {
    const comments = ts.getLeadingCommentRanges(source, statement.pos) ?? [];
    if (comments.some(({ pos }) => source.startsWith('/**', pos))) return [];
    const start = statement.getStart();
    const { line } = tree.getLineAndCharacterOfPosition(start);
    const text = source.slice(start, source.indexOf('\n', start));
    return [{ file, line: line + 1, kind: /** @type {const} */ ('name'), text }];
  });
}

/** @param {ts.Statement} statement */
function isExported(statement) {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

/** Tokens of Rust, Python and CSS that hide others: comments, strings, characters; and identifiers. */
const RUST =
  /(?<doc>(?:[ \t]*\/\/[/!](?!\/).*(?:\n|$))+)|(?<comment>(?:[ \t]*\/\/.*(?:\n|$))+|\/\*[^]*?\*\/)|(?<raw>b?r(?<hashes>#*)"[^]*?"\k<hashes>)|(?<string>b?"(?:[^"\\]|\\[^])*")|(?<char>b?'(?:[^'\\\n]|\\[^']+)')|(?<name>(?<!')\b[A-Za-z_]\w*)/g;
const CSS = /(?<comment>\/\*[^]*?\*\/)|(?<string>"[^"\n]*"|'[^'\n]*')/g;
const PYTHON =
  /(?<doc>[rf]?"""[^]*?""")|(?<comment>(?:[ \t]*#.*(?:\n|$))+)|(?<string>[rfb]?"(?:[^"\\\n]|\\[^])*"|[rfb]?'(?:[^'\\\n]|\\[^])*')|(?<name>\b[A-Za-z_]\w*)/g;

/**
 * @param {string} file
 * @param {string} source
 * @returns {Text[]}
 */
function rustTexts(file, source) {
  return tokens(file, source, RUST, (kind, token) => {
    if (kind === 'doc') return ['doc', token.replaceAll(/^[ \t]*\/\/[/!] ?/gm, '').trim()];
    if (kind === 'comment') return ['comment', token.replaceAll(/^[ \t]*\/\/+ ?|\/\*|\*\//gm, '').trim()];
    if (kind === 'string') {
      // A backslash at the end of a line joins it to the next word.
      return [
        'string',
        token
          .replace(/^b?"/, '')
          .slice(0, -1)
          .replaceAll(/\\\n\s*/g, ''),
      ];
    }
    if (kind === 'raw') return ['string', token.replace(/^b?r#*"/, '').replace(/"#*$/, '')];
    return kind === 'name' ? ['name', token] : undefined;
  });
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {Text[]}
 */
function pythonTexts(file, source) {
  return tokens(file, source, PYTHON, (kind, token) => {
    if (kind === 'doc')
      return [
        'doc',
        token
          .replace(/^[rf]?"""/, '')
          .slice(0, -3)
          .trim(),
      ];
    if (kind === 'comment') return ['comment', token.replaceAll(/^[ \t]*# ?/gm, '').trim()];
    if (kind === 'string') return ['string', token.replace(/^[rfb]?["']/, '').slice(0, -1)];
    return kind === 'name' ? ['name', token] : undefined;
  });
}

/**
 * @param {string} file
 * @param {string} source
 * @param {RegExp} pattern with one named group per kind of token
 * @param {(kind: string, token: string) => [Text['kind'], string] | undefined} read
 * @returns {Text[]}
 */
function tokens(file, source, pattern, read) {
  /** @type {Text[]} */
  const texts = [];
  let line = 1;
  let counted = 0;
  for (const match of source.matchAll(pattern)) {
    const token = match[0];
    const kind = Object.entries(match.groups ?? {}).find(([, value]) => value === token)?.[0] ?? '';
    line += source.slice(counted, match.index).split('\n').length - 1;
    counted = match.index;
    const found = read(kind, token);
    if (found !== undefined) texts.push({ file, line, kind: found[0], text: found[1] });
  }
  return texts;
}

/**
 * Reads the comments of a style sheet, and the texts that it adds to the page (`content`).
 *
 * @param {string} file
 * @param {string} source
 * @returns {Text[]}
 */
function cssTexts(file, source) {
  return tokens(file, source, CSS, (kind, token) => {
    if (kind === 'comment') {
      return [
        'comment',
        token
          .replaceAll(/^\/\*+|\*+\/$/g, '')
          .replaceAll(/^\s*\* ?/gm, '')
          .trim(),
      ];
    }
    return kind === 'string' ? ['string', token.slice(1, -1)] : undefined;
  });
}

/**
 * Reads paragraphs, headings, items and cells, without code, addresses and marks of emphasis.
 *
 * @param {string} file
 * @param {string} source
 * @returns {Text[]}
 */
function markdownTexts(file, source) {
  const readable = source
    .replaceAll(/^(```|~~~)[^]*?^\1/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/<!--[^]*?-->/g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    // Ids in the front matter of a lesson.
    .replaceAll(/^(?:presets|figures): \[.*\]$/gm, '');
  /** @type {Text[]} */
  const texts = [];
  // Each line of front matter is a text of its own.
  const front = /^---\n[^]*?^---$/m.exec(source)?.index === 0 ? source.split('\n').indexOf('---', 1) : 0;
  /** @type {{ line: number; words: string[] } | undefined} */
  let paragraph;
  const end = () => {
    if (paragraph !== undefined) {
      texts.push({
        file,
        line: paragraph.line,
        kind: 'prose',
        text: plainMarkdown(paragraph.words.join(' ')),
      });
    }
    paragraph = undefined;
  };
  readable.split('\n').forEach((row, index) => {
    if (/^\s*$|^\s*\|?[\s|:-]+\|?\s*$/.test(row)) end();
    else if (row.trimStart().startsWith('|')) {
      end();
      for (const cell of row.split('|').slice(1, -1)) {
        if (cell.trim() !== '') {
          texts.push({ file, line: index + 1, kind: 'prose', text: plainMarkdown(cell.trim()) });
        }
      }
    } else {
      if (index < front || /^\s*([-*+]|\d+\.)\s|^#/.test(row)) end();
      paragraph ??= { line: index + 1, words: [] };
      paragraph.words.push(row.trim().replace(/^([-*+]|\d+\.|#+)\s+/, ''));
      if (row.startsWith('#')) end();
    }
  });
  end();
  return texts;
}

/** @param {string} markdown */
function plainMarkdown(markdown) {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'X')
    .replaceAll(/\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)/g, '');
}

/**
 * Reads the strings of a JSON document that hold a sentence or words; keys and single words are data.
 *
 * @param {string} file
 * @param {string} source
 * @returns {Text[]}
 */
function jsonTexts(file, source) {
  const lines = source.split('\n');
  return lines.flatMap((row, index) =>
    [...row.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)]
      .filter((match) => match[2] === undefined)
      .map((match) => {
        /** @type {string} */
        const text = JSON.parse(String(match[1]));
        return text;
      })
      .filter((text) => /\p{Letter} \p{Letter}/u.test(text))
      .map((text) => /** @type {Text} */ ({ file, line: index + 1, kind: 'string', text })),
  );
}

/**
 * Splits a text into sentences.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function sentences(text) {
  return [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '');
}

/**
 * Splits an identifier or the name of a file into its words, in lower case.
 *
 * @param {string} name
 * @returns {string[]}
 */
export function nameWords(name) {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
