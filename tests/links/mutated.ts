/**
 * Links as nobody made them: released ones torn in transit, and sealed ones with anything inside.
 *
 * A change of a link's text is caught by its checksum, so half of them are made below it: in the deflated
 * bytes, in the JSON, in its values; and then sealed as if they were ours.
 */
import { deflateSync, inflateSync } from 'fflate';
import { bytesFromText, textFromBytes } from '../../web/url/base64url';
import { checksum } from '../../web/url/checksum';
import { randomText } from './random-scenario';

type Next = () => number;

/** A link out of `links`, changed in one place or several. */
export function mutatedLink(next: Next, links: readonly string[]): string {
  const link = pick(next, links);
  const how = pick(next, [torn, repeated, escaped, resealedBytes, resealedText, resealedValue, bomb]);
  return how(next, link);
}

/** A fragment with a right checksum around any payload. */
function sealed(payload: string): string {
  const body = `1.d${payload}`;
  return `#${body}.${checksum(body)}`;
}

/** A few characters changed, taken out or put in. */
function torn(next: Next, link: string): string {
  let text = link;
  for (let i = 0; i <= below(next, 6); i++) {
    const at = below(next, text.length + 1);
    const put =
      next() < 0.5 ? randomText(next) : pick(next, ['#', '&', '%', '%25', '%E4', '.', '…', '=', '-', '1.d']);
    text = text.slice(0, at) + (next() < 0.7 ? put : '') + text.slice(at + below(next, 4));
  }
  return text;
}

/** One character many thousand times: what is looked at more than once takes long. */
function repeated(next: Next, link: string): string {
  const char = pick(next, [
    ')',
    '.',
    '(',
    '"',
    '%',
    '#',
    '&',
    '=',
    '[',
    '1',
    'A',
    '-',
    ' ',
    '%25',
    '&amp;',
    '&t=1',
    '\u200b',
    '\ufeff',
    '»',
    '😀',
  ]);
  const many = char.repeat(Math.floor((next() * 64_000) / char.length));
  const at = pick(next, [0, link.indexOf('#') + 1, link.length, below(next, link.length)]);
  const text = link.slice(0, at) + many + link.slice(at);
  return next() < 0.5 ? text.slice(0, 64_000) : many + pick(next, ['', 'x', '.', '#']);
}

/** Percent-escaped, several times over, as if by one program after another. */
function escaped(next: Next, link: string): string {
  let text = link;
  for (let i = 0; i <= below(next, 7); i++) {
    text = next() < 0.5 ? encodeURIComponent(text) : text.replaceAll('%', '%25').replaceAll('.', '%2E');
  }
  return text;
}

function resealedBytes(next: Next, link: string): string {
  const bytes = payloadOf(link);
  for (let i = 0; i <= below(next, 4) && bytes.length > 0; i++)
    bytes[below(next, bytes.length)] = below(next, 256);
  return sealed(textFromBytes(next() < 0.2 ? bytes.subarray(0, below(next, bytes.length)) : bytes));
}

function resealedText(next: Next, link: string): string {
  let text = textOf(link);
  for (let i = 0; i <= below(next, 4); i++) {
    const at = below(next, text.length + 1);
    const put = pick(next, [
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '\\',
      '\0',
      '1e999',
      '-',
      'null',
      '['.repeat(100),
      '\ud800',
    ]);
    text = text.slice(0, at) + put + text.slice(at + below(next, 3));
  }
  return sealedText(text);
}

function resealedValue(next: Next, link: string): string {
  try {
    return sealedText(JSON.stringify(changed(next, JSON.parse(textOf(link)))));
  } catch {
    // A fault of the corpus that holds no JSON.
    return link;
  }
}

/** Up to 600 kB of one character: a few hundred bytes. */
function bomb(next: Next): string {
  const length = below(next, 600_000);
  return sealedText(pick(next, [' ', '[', '{"a":', '"', 'x', '1']).repeat(length).slice(0, length));
}

/** Something in a value replaced, left out, doubled or buried. */
function changed(next: Next, value: unknown): unknown {
  if (next() < 0.25 || typeof value !== 'object' || value === null) {
    const strange = [
      null,
      true,
      0,
      -1,
      1e308,
      5e-324,
      2 ** 53,
      '',
      '__proto__',
      randomText(next),
      [],
      {},
      [[value]],
    ];
    return pick<unknown>(next, strange);
  }
  if (Array.isArray(value)) {
    const at = below(next, value.length);
    return next() < 0.2 ? [...(value as unknown[]), value[at]] : value.with(at, changed(next, value[at]));
  }
  const fields = Object.entries(value);
  const at = below(next, fields.length);
  if (next() < 0.2) fields.splice(at, 1);
  else if (fields[at]) fields[at][next() < 0.1 ? 0 : 1] = changed(next, fields[at][1]) as string;
  return Object.fromEntries(fields);
}

const sealedText = (text: string): string =>
  sealed(textFromBytes(deflateSync(new TextEncoder().encode(text))));

/** What a link holds, deflated; nothing where it is too broken. */
function payloadOf(link: string): Uint8Array {
  const payload = /1\.d([A-Za-z0-9_-]+)/.exec(link)?.[1] ?? '';
  return bytesFromText(payload)?.slice() ?? new Uint8Array();
}

function textOf(link: string): string {
  try {
    return new TextDecoder().decode(inflateSync(payloadOf(link)));
  } catch {
    return '{"version":1}';
  }
}

function pick<T>(next: Next, items: readonly T[]): T {
  return items[below(next, items.length)]!;
}

/** A whole number from 0 to below `n`. */
function below(next: Next, n: number): number {
  return Math.floor(next() * n);
}
