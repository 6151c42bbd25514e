/** A container directive on its way to a block: its attributes, fences of data and prose. */
import type { Code, RootContent } from 'mdast';
import type { ContainerDirective } from 'mdast-util-directive';
import { quoted } from '../../../url/quoted';
import { Attributes } from '../attributes';
import { fieldsOf, type Fields } from '../fields';
import { isId } from '../paths';
import type { Names } from '../names';
import type { Problems } from '../problems';
import { ACCEPTED, BLOCK } from '../strings';
import { checkText } from '../textCheck';
import { lineOf } from '../markdown';
import { readYaml, type Item } from '../yamlText';

/** State of the parser between blocks. */
export interface Context {
  problems: Problems;
  hasScene: boolean;
  /** Ids of the blocks so far, with their lines. */
  ids: Map<string, number>;
  names: Names;
}

/** A directive that is being read. */
export class Source {
  readonly line: number;
  readonly attributes: Attributes;
  /** Text outside of the fences of data. */
  readonly text: readonly RootContent[];
  private readonly fences: ReadonlyMap<string, Code>;

  constructor(
    private readonly directive: ContainerDirective,
    /** Names of the fences of data; other fences are refused if there are any. */
    fences: readonly string[],
    readonly context: Context,
  ) {
    this.line = lineOf(directive);
    this.attributes = new Attributes(directive, this.name, (message) => this.report(message));
    const { prose, data } = divided(directive, fences, this);
    this.text = prose;
    this.fences = data;
    if (directive.data?.position?.closing === undefined) this.report(BLOCK.open(this.name));
    checkText(this.text, context);
  }

  /** The directive in messages: `:::run`. */
  get name(): string {
    return `:::${this.directive.name}`;
  }

  /** Reports a problem at the first line of the directive or at another line. */
  report(message: string, line = this.line): null {
    return this.context.problems.add(line, message);
  }

  /** Reports a missing scene. */
  needsScene(): void {
    if (!this.context.hasScene) this.report(BLOCK.beforeScene(this.name));
  }

  /** Reports a block without text. */
  needsText(): void {
    if (this.text.length === 0) this.report(BLOCK.noText(this.name));
  }

  /** Returns the id of the block, which must be new; null after a problem. */
  id(): string | null {
    const { ids } = this.context;
    const id = this.attributes.required('id', ACCEPTED.id, (value) => (isId(value) ? value : null));
    if (id === null) return null;
    const known = ids.get(id);
    if (known !== undefined) return this.report(BLOCK.duplicate(id, known));
    ids.set(id, this.line);
    return id;
  }

  /** Returns the data of a fence that must be there; null after a problem. */
  data(name: string): Item | null {
    return this.fences.has(name) ? this.optionalData(name) : this.report(BLOCK.noFence(name, this.name));
  }

  /** Returns the data of a fence; null if there is none or after a problem. */
  optionalData(name: string): Item | null {
    const fence = this.fences.get(name);
    if (!fence) return null;
    // An empty fence may be the last line of the file.
    const first = lineOf(fence) + (fence.value === '' ? 0 : 1);
    return readYaml(fence.value, first, this.context.problems);
  }

  /** Returns the fields of a fence that must be there; null after a problem. */
  fields(name: string): Fields | null {
    return fieldsOf(this.data(name), BLOCK.fence(name), this.context.problems);
  }

  /** Divides the text at a fence: before and after it. */
  dividedAt(name: string): { before: readonly RootContent[]; after: readonly RootContent[] } {
    const line = this.fences.has(name) ? lineOf(this.fences.get(name)!) : Infinity;
    return {
      before: this.text.filter((node) => lineOf(node) < line),
      after: this.text.filter((node) => lineOf(node) > line),
    };
  }
}

/** Separates the fences of data from the prose of a directive. */
function divided(directive: ContainerDirective, names: readonly string[], source: Source) {
  const prose: RootContent[] = [];
  const data = new Map<string, Code>();
  for (const node of directive.children) {
    if (node.type === 'paragraph' && node.data?.directiveLabel === true)
      source.report(BLOCK.noLabel(source.name), lineOf(node));
    else if (node.type !== 'code' || names.length === 0 || PLAIN_FENCES.has(node.lang ?? ''))
      prose.push(node);
    else if (!names.includes(node.lang ?? ''))
      source.report(BLOCK.unknownFence(quoted(node.lang ?? '', 40), source.name, names), lineOf(node));
    else if (data.has(node.lang!)) source.report(BLOCK.twoFences(node.lang!, source.name), lineOf(node));
    else if (node.meta != null) source.report(BLOCK.fenceMeta(node.lang!), lineOf(node));
    else data.set(node.lang!, node);
  }
  return { prose, data };
}

/** Names of fences that are shown as code, also in blocks with data. */
const PLAIN_FENCES: ReadonlySet<string> = new Set(['', 'text']);
