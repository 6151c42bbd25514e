/**
 * Reads YAML of a lesson: plain lists, fields and values, each with its line. Aliases, tags, merge keys and directives are
 * refused, because a short text with them can mean a huge document.
 *
 * The tokens are checked before the recursive parser runs, so that the depth of its recursion has a limit.
 */
import { CST, isMap, isScalar, isSeq, Lexer, LineCounter, parseDocument } from 'yaml';
import { DATA_BYTES, YAML_NESTING } from './limits';
import type { Problems } from './problems';
import { quoted } from '../../url/quoted';
import { YAML } from './strings';

/** A part of YAML. `line` is its line in the file. */
export type Item = ScalarItem | ListItem | MapItem;

/** A single value; `text` is its text in the file, for quantities such as `60 s`. */
export interface ScalarItem {
  kind: 'scalar';
  line: number;
  value: string | number | boolean | null;
  text: string;
}

/** A list of parts. */
export interface ListItem {
  kind: 'list';
  line: number;
  items: readonly Item[];
}

/** Named parts, in the order of the file. */
export interface MapItem {
  kind: 'map';
  line: number;
  fields: readonly Field[];
}

/** A part with its name. */
export interface Field {
  key: string;
  line: number;
  value: Item;
}

/** Reads a text whose first line is line `firstLine` of the file; null if a problem was reported. */
export function readYaml(text: string, firstLine: number, problems: Problems): Item | null {
  if (new TextEncoder().encode(text).length > DATA_BYTES)
    return problems.add(firstLine, YAML.tooLarge(DATA_BYTES));
  const refused = refusedToken(text);
  if (refused) return problems.add(firstLine + refused.line, refused.message);
  const lines = new LineCounter();
  const parsed = parseDocument(text, {
    lineCounter: lines,
    merge: false,
    prettyErrors: false,
    schema: 'core',
    strict: true,
    stringKeys: false,
    uniqueKeys: false,
    version: '1.2',
  });
  const lineOf = (offset: number) => firstLine + Math.max(0, lines.linePos(offset).line - 1);
  for (const { pos, message } of [...parsed.errors, ...parsed.warnings])
    problems.add(lineOf(pos[0]), YAML.invalid(quoted(message)));
  if (parsed.errors.length + parsed.warnings.length > 0) return null;
  return new Converter(problems, lineOf).item(parsed.contents, firstLine);
}

/** Returns the part as JSON. */
export function jsonOf(item: Item): unknown {
  if (item.kind === 'scalar') return item.value;
  if (item.kind === 'list') return item.items.map(jsonOf);
  return Object.fromEntries(item.fields.map(({ key, value }) => [key, jsonOf(value)]));
}

/** Finds the first token that is refused, and its line within the text from 0. */
function refusedToken(text: string): { line: number; message: string } | null {
  let line = 0;
  let flow = 0;
  let compact = 0;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    if (type === 'flow-map-start' || type === 'flow-seq-start') flow += 1;
    else if (type === 'flow-map-end' || type === 'flow-seq-end') flow -= 1;
    else if (flow <= 0 && type !== null && COMPACT.has(type)) compact += 1;
    else if (type === 'newline') compact = 0;
    if (flow + compact > YAML_NESTING) return { line, message: YAML.tooDeep(YAML_NESTING) };
    const message = type === null ? undefined : REFUSED[type];
    if (message !== undefined) return { line, message };
    for (const char of token) if (char === '\n') line += 1;
  }
  return null;
}

/** Signs that can begin a nested part on the same line. */
const COMPACT: ReadonlySet<string> = new Set(['seq-item-ind', 'explicit-key-ind', 'map-value-ind']);

const REFUSED: Partial<Record<CST.TokenType, string>> = {
  alias: YAML.noAlias,
  anchor: YAML.noAlias,
  tag: YAML.noTag,
  'directive-line': YAML.noDirective,
  'doc-start': YAML.oneDocument,
  'doc-end': YAML.oneDocument,
};

class Converter {
  constructor(
    private readonly problems: Problems,
    private readonly lineOf: (offset: number) => number,
  ) {}

  item(node: unknown, line: number, depth = 0): Item | null {
    if (depth > YAML_NESTING) return this.problems.add(line, YAML.tooDeep(YAML_NESTING));
    if (node === null || node === undefined) return { kind: 'scalar', line, value: null, text: '' };
    if (isScalar(node)) return this.scalar(node.value, node.source, this.at(node, line));
    if (isSeq(node)) {
      const at = this.at(node, line);
      const items = node.items.map((one) => this.item(one, at, depth + 1));
      return items.includes(null) ? null : { kind: 'list', line: at, items: items as Item[] };
    }
    if (isMap(node)) {
      const at = this.at(node, line);
      const fields = node.items.map(({ key, value }) => this.field(key, value, at, depth));
      this.checkUnique(fields);
      return fields.includes(null) ? null : { kind: 'map', line: at, fields: fields as Field[] };
    }
    return this.problems.add(line, YAML.noAlias);
  }

  private field(key: unknown, value: unknown, line: number, depth: number): Field | null {
    if (!isScalar(key)) return this.problems.add(line, YAML.plainKey);
    const at = this.at(key, line);
    const name = key.source ?? String(key.value);
    if (name === '<<') return this.problems.add(at, YAML.noMerge);
    if (name === '__proto__') return this.problems.add(at, YAML.reservedKey(name));
    const item = this.item(value, at, depth + 1);
    return item && { key: name, line: at, value: item };
  }

  private checkUnique(fields: readonly (Field | null)[]): void {
    const known = new Set<string>();
    for (const field of fields) {
      if (field && known.has(field.key))
        this.problems.add(field.line, YAML.duplicateKey(quoted(field.key, 40)));
      if (field) known.add(field.key);
    }
  }

  private scalar(value: unknown, source: string | undefined, line: number): ScalarItem | null {
    if (typeof value === 'number' && !Number.isFinite(value))
      return this.problems.add(line, YAML.finite(quoted(source ?? '')));
    if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean'
    )
      return { kind: 'scalar', line, value, text: source ?? String(value ?? '') };
    return this.problems.add(line, YAML.invalid(quoted(source ?? '')));
  }

  private at(node: { range?: readonly number[] | null | undefined }, line: number): number {
    const offset = node.range?.[0];
    return offset === undefined ? line : this.lineOf(offset);
  }
}
