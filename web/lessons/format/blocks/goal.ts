/**
 * Checks the form and the size of a goal: a statement in the language of the papers' claims. Its meaning, such as the units
 * of its quantities, is checked by the engine.
 */
import type { JsonObject } from '../../../url/json';
import { quoted } from '../../../url/quoted';
import { shown } from '../fields';
import { GOAL_DEPTH, GOAL_NODES } from '../limits';
import { isPath } from '../paths';
import type { Names } from '../names';
import type { Problems } from '../problems';
import { readQuantity } from '../quantityText';
import { GOAL } from '../strings';
import { jsonOf, type Field, type Item } from '../yamlText';

/** Reads a goal; null if there is none or after a problem. */
export function readGoal(item: Item | null, problems: Problems, names: Names): JsonObject | null {
  if (item === null) return null;
  const check = new GoalCheck(problems, names);
  if (!check.statement(item, 1, '')) return null;
  const goal = jsonOf(item) as JsonObject;
  names.goals.push({ item, goal });
  return goal;
}

/** Form of the arguments of a statement or an operation: how many, and of which kind. */
interface Form {
  of: 'statement' | 'quantity';
  least: number;
  most: number;
}

const quantities = (least: number, most = least): Form => ({ of: 'quantity', least, most });
const statements: Form = { of: 'statement', least: 1, most: GOAL_NODES };

const STATEMENTS: ReadonlyMap<string, Form | 'not' | 'near'> = new Map<string, Form | 'not' | 'near'>([
  ['all', statements],
  ['any', statements],
  ['not', 'not'],
  ['at_least', quantities(2)],
  ['at_most', quantities(2)],
  ['above', quantities(2)],
  ['below', quantities(2)],
  ['between', quantities(3)],
  ['near', 'near'],
  ['increasing', quantities(2, GOAL_NODES)],
  ['decreasing', quantities(2, GOAL_NODES)],
]);

const OPERATIONS: ReadonlyMap<string, Form | 'abs'> = new Map<string, Form | 'abs'>([
  ['ratio', quantities(2)],
  ['difference', quantities(2)],
  ['sum', quantities(2, GOAL_NODES)],
  ['product', quantities(2, GOAL_NODES)],
  ['abs', 'abs'],
]);

class GoalCheck {
  private nodes = 0;

  constructor(
    private readonly problems: Problems,
    private readonly names: Names,
  ) {}

  /** Checks a statement that is an argument of `place`, or the goal itself. */
  statement(item: Item, depth: number, place: string): boolean {
    if (!this.enters(item, depth)) return false;
    const only = onlyField(item);
    const form = only === null ? undefined : STATEMENTS.get(only.key);
    if (only === null || form === undefined)
      return this.refuse(item, GOAL.noStatement(foundIn(item, only), place, [...STATEMENTS.keys()]));
    if (form === 'not') return this.statement(only.value, depth + 1, only.key);
    if (form === 'near') return this.near(only.value, depth);
    return this.list(only, form, depth);
  }

  private quantity(item: Item, depth: number, place: string): boolean {
    if (!this.enters(item, depth)) return false;
    if (item.kind === 'scalar' && typeof item.value === 'string' && isPath(item.value))
      this.names.add('value', item.value, item.line);
    if (item.kind === 'scalar' && isQuantity(item)) return true;
    const only = onlyField(item);
    const form = only === null ? undefined : OPERATIONS.get(only.key);
    if (only === null || form === undefined)
      return this.refuse(item, GOAL.noQuantity(foundIn(item, only), place, [...OPERATIONS.keys()]));
    return form === 'abs' ? this.quantity(only.value, depth + 1, only.key) : this.list(only, form, depth);
  }

  private list({ key, value }: Field, { of, least, most }: Form, depth: number): boolean {
    if (value.kind !== 'list' || value.items.length < least || value.items.length > most)
      return this.refuse(value, GOAL.arguments(key, of, least, most));
    const results = value.items.map((one) =>
      of === 'statement' ? this.statement(one, depth + 1, key) : this.quantity(one, depth + 1, key),
    );
    return !results.includes(false);
  }

  private near(item: Item, depth: number): boolean {
    const names =
      item.kind === 'map'
        ? item.fields
            .map(({ key }) => key)
            .sort()
            .join()
        : '';
    if (item.kind !== 'map' || !['of,to,within', 'of,share,to'].includes(names))
      return this.refuse(item, GOAL.near);
    const results = item.fields.map(({ key, value }) => this.quantity(value, depth + 1, key));
    return !results.includes(false);
  }

  /** Counts a part; the depth is bounded before the next recursion. */
  private enters(item: Item, depth: number): boolean {
    this.nodes += 1;
    if (depth > GOAL_DEPTH) return this.refuse(item, GOAL.tooDeep(GOAL_DEPTH));
    if (this.nodes === GOAL_NODES + 1) this.refuse(item, GOAL.tooLarge(GOAL_NODES));
    return this.nodes <= GOAL_NODES;
  }

  private refuse(item: Item, message: string): false {
    this.problems.add(item.line, message);
    return false;
  }
}

function onlyField(item: Item): Field | null {
  return item.kind === 'map' && item.fields.length === 1 ? item.fields[0]! : null;
}

/** Describes a wrong argument: by its only field, or by its value. */
function foundIn(item: Item, only: Field | null): string {
  return only ? `“${quoted(only.key, 40)}”` : shown(item);
}

function isQuantity({ value, text }: Extract<Item, { kind: 'scalar' }>): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && (isPath(value) || readQuantity(text) !== null);
}
