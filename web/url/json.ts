/**
 * JSON from strangers: parsed, its depth limited, and required to be an object.
 *
 * Depth is counted on the text before parsing, so that nothing recursive ever meets a tower of brackets.
 */
import { quoted } from './quoted';

export type JsonObject = Record<string, unknown>;

export type Parsed = { ok: true; value: JsonObject } | { ok: false; message: string };

/** Deepest nesting accepted; scenarios need less than ten. */
export const MAX_DEPTH = 32;

/** `what` names the text in messages: "The link", "The file". */
export function parseObject(text: string, what: string): Parsed {
  if (depth(text) > MAX_DEPTH) {
    return { ok: false, message: `${what} is nested more than ${MAX_DEPTH} levels deep.` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `${what} is not JSON: ${quoted(detail)}` };
  }
  if (!isObject(value)) {
    return { ok: false, message: `${what} holds no scenario: expected a JSON object, got ${nameOf(value)}.` };
  }
  return { ok: true, value };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
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
