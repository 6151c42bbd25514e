/**
 * Messages between an embedded page and the page around it, version 1. `public/lessons/EMBED.md` describes them. A message of
 * the host page is untrusted: its form and its limits are checked, and other messages are none of ours.
 */
import { isRecord } from '../../scenario/path';
import type { Theme } from '../../ui/theme';
import { isLesson, placeOf, type Place } from '../source/address';
import { STEPS } from '../format/limits';
import { REFUSED } from './strings';

/** Version of the protocol; each message has it in its field `bufferlab`. */
export const VERSION = 1;

/** Longest name of a lesson in `open`, characters. */
export const LESSON_LENGTH = 100_000;

/** Message of the host page. */
export type Request =
  | { type: 'hello' }
  | { type: 'getProgress' }
  | { type: 'open'; place: Place }
  | { type: 'theme'; theme: Theme };

/** Message to the host page; `type` names it, and each type has fields of its own. */
export interface Sent {
  type: string;
  [field: string]: unknown;
}

/** A message of the protocol, a refused one with the reason, or null for a message of something else. */
export type ReadRequest = { ok: true; request: Request } | { ok: false; message: string } | null;

/** Reads a message and checks its form and its limits. */
export function readRequest(data: unknown): ReadRequest {
  if (!isRecord(data) || !Object.hasOwn(data, 'bufferlab')) return null;
  const { bufferlab, type } = data;
  if (bufferlab !== VERSION) return refused(REFUSED.version(VERSION));
  if (type === 'hello' || type === 'getProgress') return { ok: true, request: { type } };
  if (type === 'open') return readOpen(data);
  if (type === 'theme') return readTheme(data);
  return refused(REFUSED.type);
}

function readOpen({ lesson, step = 1 }: Record<string, unknown>): ReadRequest {
  if (typeof lesson !== 'string' || lesson.length > LESSON_LENGTH) return refused(REFUSED.lesson);
  if (typeof step !== 'number' || !Number.isInteger(step) || step < 1 || step > STEPS)
    return refused(REFUSED.step(STEPS));
  const place = placeOf(`#learn/${lesson}`);
  if (!isLesson(place) || place.showing !== 'read') return refused(REFUSED.lesson);
  return { ok: true, request: { type: 'open', place: { ...place, step: step - 1 } } };
}

function readTheme({ theme }: Record<string, unknown>): ReadRequest {
  return theme === 'system' || theme === 'light' || theme === 'dark'
    ? { ok: true, request: { type: 'theme', theme } }
    : refused(REFUSED.theme);
}

function refused(message: string): ReadRequest {
  return { ok: false, message };
}
