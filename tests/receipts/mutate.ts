/** Random changes of receipts, from a seed: of their values, or of their text. */
import { isRecord } from '../../web/scenario/path';
import { mutated as changedText } from '../lessons/mutate';

type Next = () => number;

/** Values that mean something in JSON, JavaScript, HTML or a spreadsheet. */
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  -1e308,
  1e-320,
  2 ** 53,
  '',
  '=1+1',
  '@a',
  '</pre><script>alert(1)</script>',
  '" onload="alert(1)',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  '\u202e\ud800\0',
  'é🙂',
  '../../secret',
  'x'.repeat(3000),
  [],
  {},
  [[]],
  { polluted: true },
  { kind: 'choice', option: 5 },
  { kind: 'constructor' },
  Array.from({ length: 500 }, (_, i) => [i, i]),
];

/** Returns a text with random changes of its values, of its characters, or of both. */
export function mutated(text: string, others: readonly string[], next: Next): string {
  const changed = text.startsWith('{') && next() < 0.8 ? changedValues(text, next) : text;
  return next() < 0.4 ? changedText(changed, others, next) : changed;
}

function changedValues(text: string, next: Next): string {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return text;
  }
  const changes = 1 + Math.floor(next() ** 2 * 4);
  for (let i = 0; i < changes; i++) root = changed(root, next);
  // An object cannot have this name in a program, but a file can.
  return JSON.stringify(root).replace(/"later":/g, '"__proto__":');
}

/** Replaces, removes, repeats or adds one value at a random depth. */
function changed(value: unknown, next: Next): unknown {
  const entries = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (entries.length > 0 && next() < 0.85) {
    const key = entries[Math.floor(next() * entries.length)]!;
    if (Array.isArray(value)) return value.with(Number(key), changed(value[Number(key)], next));
    if (isRecord(value)) return { ...value, [key]: changed(value[key], next) };
  }
  const other = VALUES[Math.floor(next() * VALUES.length)];
  const choice = next();
  if (choice < 0.6) return other;
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return choice < 0.8 ? [...items, other] : items.flatMap((one) => Array.from({ length: 40 }, () => one));
  }
  if (!isRecord(value)) return [value];
  const name = entries[Math.floor(next() * entries.length)];
  return choice < 0.8
    ? { ...value, later: other }
    : Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
