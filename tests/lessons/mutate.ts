/** Random changes of lessons, from a seed: for tests that claim something about any text, and for the fuzzer. */

type Next = () => number;

/** Texts that mean something in lessons, YAML or JavaScript. */
const PIECES: readonly string[] = (
  ':::| :::scene|:::predict{#a}|:::run{until=|:::task|:::reveal{after=a}|:::data|::a|:measured[1 ms]{of="a.b"}|' +
  ':scrub[|:see[a]{in=queue}|:term[|{#a}|{a=b}|```|```answer|```yaml|```goal|~~~|---|## A|# A|### A|$|$$|`|*|**|_|[|](|]|)|![|' +
  '<b>|<!--|&amp;|&#0;|\\|> |- |1. |    |\t|  |: |a: b|&x|*x|!!js|<<: |[[|{{|}}|null|true|.inf|-0|1e999|98 %|5 Mb/s|' +
  '__proto__|constructor|toString|javascript:|https://a.b|\r|\r\n|\n\n|\0|\u2028|\ufeff|\ud800|é|🙂|0|-1|' +
  'title: x|level: 1|preset: a|kind: curve|all:|not:|near:|x: {|| a | b ||:-|'
).split('|');

/** Returns a text with one to eight random changes. */
export function mutated(text: string, others: readonly string[], next: Next): string {
  let changed = text;
  const changes = 1 + Math.floor(next() ** 3 * 8);
  for (let i = 0; i < changes; i++) changed = CHANGES[below(CHANGES.length, next)]!(changed, others, next);
  return changed.slice(0, 210_000);
}

type Change = (text: string, others: readonly string[], next: Next) => string;

const CHANGES: readonly Change[] = [
  insertPiece,
  insertPiece,
  remove,
  repeat,
  move,
  splice,
  replaceLine,
  nest,
];

function insertPiece(text: string, _others: readonly string[], next: Next): string {
  const at = place(text, next);
  const piece = PIECES[below(PIECES.length, next)]!;
  const times = next() < 0.1 ? below(2000, next) : 1;
  return text.slice(0, at) + (next() < 0.3 ? `\n${piece}\n` : piece).repeat(times) + text.slice(at);
}

function remove(text: string, _others: readonly string[], next: Next): string {
  const [from, to] = range(text, next);
  return text.slice(0, from) + text.slice(to);
}

function repeat(text: string, _others: readonly string[], next: Next): string {
  const [from, to] = range(text, next);
  return (
    text.slice(0, from) +
    text.slice(from, to).repeat(2 + below(next() < 0.1 ? 200 : 5, next)) +
    text.slice(to)
  );
}

function move(text: string, _others: readonly string[], next: Next): string {
  const [from, to] = range(text, next);
  const rest = text.slice(0, from) + text.slice(to);
  const at = place(rest, next);
  return rest.slice(0, at) + text.slice(from, to) + rest.slice(at);
}

function splice(text: string, others: readonly string[], next: Next): string {
  const other = others[below(others.length, next)]!;
  const [from, to] = range(other, next);
  const at = place(text, next);
  return text.slice(0, at) + other.slice(from, to) + text.slice(at);
}

function replaceLine(text: string, _others: readonly string[], next: Next): string {
  const rows = text.split('\n');
  rows[below(rows.length, next)] = PIECES[below(PIECES.length, next)]!;
  return rows.join('\n');
}

/** Puts a range of lines into a list, a quotation or an indentation. */
function nest(text: string, _others: readonly string[], next: Next): string {
  const rows = text.split('\n');
  const from = below(rows.length, next);
  const sign = ['> ', '- ', '  ', '    ', ':', '1. '][below(6, next)]!;
  for (let i = from; i < Math.min(rows.length, from + below(30, next)); i++) rows[i] = sign + rows[i]!;
  return rows.join('\n');
}

function below(most: number, next: Next): number {
  return Math.floor(next() * most);
}

function place(text: string, next: Next): number {
  return below(text.length + 1, next);
}

function range(text: string, next: Next): [number, number] {
  const from = place(text, next);
  const length = below(next() < 0.3 ? 2000 : 40, next);
  return [from, Math.min(text.length, from + length)];
}
