/**
 * Parses untrusted JSON, with a limit of its depth, and requires an object.
 *
 * The depth is counted in the text before parsing, so that no recursive function meets deep nesting.
 */
import { quoted } from './quoted';
import { JSON_TEXT } from './lazyStrings';

/** A parsed JSON object. */
export type JsonObject = Record<string, unknown>;

/** A parsed object, or why there is none. */
export type Parsed = { ok: true; value: JsonObject } | { ok: false; message: string };

/** Largest accepted depth of nesting; scenarios need less than ten. */
export const MAX_DEPTH = 32;

/** Parses a text; `source` names it in messages: "The link", "The file x". */
export function parseObject(text: string, source: string): Parsed {
  if (depth(text) > MAX_DEPTH) {
    return { ok: false, message: JSON_TEXT.tooDeep(source, MAX_DEPTH) };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, message: JSON_TEXT.notJson(source, quoted(detail)) };
  }
  if (!isObject(value)) {
    return { ok: false, message: JSON_TEXT.noObject(source, nameOf(value)) };
  }
  return { ok: true, value };
}

/** Returns whether a value is an object, neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  if (value === null) return JSON_TEXT.null;
  return Array.isArray(value) ? JSON_TEXT.list : JSON_TEXT.other(typeof value);
}

function depth(text: string): number {
  let deepest = 0;
  let level = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char === '\\') i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++level);
    else if (char === '}' || char === ']') level--;
  }
  return deepest;
}
