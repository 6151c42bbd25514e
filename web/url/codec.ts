/**
 * Encodes experiments and studies as fragments of links, and decodes them.
 *
 *     #1.d<payload>.<checksum>&t=37.2&play=0
 *      │ │    │         └ CRC-32 of everything between `#` and the last dot, 8 hexadecimal digits
 *      │ │    └ base64url of the deflated scenario (minimal JSON, UTF-8), at most 200 kB inflated
 *      │ └ content and encoding: d = an experiment, s = a study, both raw deflate
 *      └ version of the envelope
 *
 * The settings of its charts follow a study: `&x=log&view=map` (`web/studies/viewSettings.ts`). The baseline of an
 * experiment may follow it, as a link of its own: `&kept=1.d….………`. Older pages ignore it. The baseline may also be a measured
 * run: `&kept=1.m….………` has the name and hash of its file, and the use of its series (`measuredChoice.ts`).
 *
 * Everything is in the fragment, which no server receives. Reading never throws; faults are explained in a message.
 * Released links stay readable for good; `tests/links` has a corpus of them.
 */
import { bytesFromText, textFromBytes } from './base64url';
import { checksum } from './checksum';
import { deflate, inflate, MAX_INFLATED_BYTES } from './inflate';
import { parseObject, type JsonObject } from './json';
import { migrate, migratedStudy, STUDY_VERSION, versioned } from './migrations';
import { choiceOf, textOfChoice, type MeasuredChoice } from './measuredChoice';
import { momentFromText, textFromMoment, type Moment } from './moment';
import { quoted } from './quoted';
import { repairedFragment } from './repair';
import { LINK } from './lazyStrings';

/** Version of the envelope that this page writes. */
export const LINK_VERSION = 1;

/** Longest fragment that is read, characters; browsers have different limits beyond about 64,000. */
export const MAX_LINK_CHARACTERS = 64_000;

/** Content of a link, or why it cannot be opened. */
export type Decoded =
  | { ok: true; scenario: JsonObject; moment: Moment; baseline?: LinkedBaseline }
  /** `look`: the tail of the link as it is written, with the settings of the charts. */
  | { ok: true; study: JsonObject; look: string }
  /** `empty`: the text contains no link; `unread`: the part that reads links could not be loaded. */
  | { ok: false; reason: 'empty' | 'unread' | LinkFault; message: string };

/** Baseline in a link, or why it cannot be opened. */
export type LinkedBaseline =
  | { ok: true; scenario: JsonObject }
  | { ok: true; measured: MeasuredChoice }
  | { ok: false; message: string };

/** Reason why a link cannot be opened. */
export type LinkFault = 'truncated' | 'malformed' | 'hostile' | 'future';

/** A fragment, or why there is none. */
export type Encoded = { ok: true; fragment: string } | { ok: false; message: string };

/**
 * Returns the fragment, without `#`, for a scenario and its baseline. Both are without values that equal a default
 * (question `minimal` of the engine). The baseline may be a measured run instead.
 */
export function encodeLink(
  minimal: unknown,
  moment: Moment = {},
  baseline: unknown = null,
  measured: MeasuredChoice | null = null,
): Encoded {
  const sealed = sealedScenario(minimal);
  const other = measured
    ? sealedText('m', textOfChoice(measured))
    : baseline === null
      ? null
      : sealedScenario(baseline);
  if (sealed === null || (other === null && (measured ?? baseline) !== null)) {
    return { ok: false, message: tooBig(LINK.saveFile) };
  }
  const tail = other === null ? '' : `&kept=${other}`;
  return { ok: true, fragment: `${sealed}${textFromMoment(moment)}${tail}` };
}

/** Returns payload and checksum; null if the scenario is too big. */
function sealedScenario(minimal: unknown): string | null {
  return sealedText('d', JSON.stringify(versioned(minimal)));
}

function sealedText(codec: 'd' | 'm', text: string): string | null {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MAX_INFLATED_BYTES) return null;
  const body = `${LINK_VERSION}.${codec}${textFromBytes(deflate(bytes))}`;
  return `${body}.${checksum(body)}`;
}

/** Returns the fragment for a study whose scenario is without values that equal a default. */
export function encodeStudy(minimal: object, look = ''): Encoded {
  const bytes = new TextEncoder().encode(JSON.stringify({ version: STUDY_VERSION, ...minimal }));
  if (bytes.length > MAX_INFLATED_BYTES) return { ok: false, message: tooBig(LINK.saveFile) };
  const body = `${LINK_VERSION}.s${textFromBytes(deflate(bytes))}`;
  return { ok: true, fragment: `${body}.${checksum(body)}${look}` };
}

/** Reads a fragment or a whole address, also after a mail or chat program changed it. */
export function decodeLink(text: string): Decoded {
  if (text.length > MAX_LINK_CHARACTERS) {
    return fault('hostile', LINK.tooManyCharacters(MAX_LINK_CHARACTERS));
  }
  const fragment = repairedFragment(text);
  if (fragment === '') return fault('empty', LINK.empty);
  const version = /^(\d{1,9})\./.exec(fragment)?.[1];
  if (version === undefined) {
    return fault('malformed', LINK.notOurs);
  }
  if (Number(version) !== LINK_VERSION) return wrongVersion(Number(version));
  return decodeVersion1(fragment);
}

function decodeVersion1(fragment: string): Decoded {
  const [head = '', ...tail] = fragment.split('&');
  const parts = /^(1\.([A-Za-z])([A-Za-z0-9_-]*))\.([0-9a-f]{8})/.exec(head);
  if (!parts) return unfinished(head);
  const [, body = '', codec = '', payload = '', sum = ''] = parts;
  if (checksum(body) !== sum) {
    return fault('truncated', LINK.altered);
  }
  if (codec !== 'd' && codec !== 's') return fault('future', LINK.unknownCodec(codec));
  return unpacked(payload, codec, tail.join('&'));
}

function unpacked(payload: string, codec: 'd' | 's', tail: string): Decoded {
  const deflated = bytesFromText(payload);
  const inflated = deflated && inflate(deflated);
  if (!inflated) return fault('malformed', LINK.broken);
  if (!inflated.ok) {
    return inflated.reason === 'too_big'
      ? fault('hostile', tooBig(LINK.notOpened))
      : fault('malformed', LINK.broken);
  }
  const text = utf8(inflated.bytes);
  if (text === null) return fault('malformed', LINK.notText);
  const parsed = parseObject(text, LINK.name);
  if (!parsed.ok) return fault('malformed', parsed.message);
  if (codec === 's') {
    const study = migratedStudy(parsed.value);
    const look = tail === '' ? '' : `&${tail}`;
    return study.ok ? { ok: true, study: study.study, look } : fault(study.reason, study.message);
  }
  const migrated = migrate(parsed.value);
  if (!migrated.ok) return fault(migrated.reason, migrated.message);
  const baseline = baselineIn(tail);
  const moment = momentFromText(tail);
  return { ok: true, scenario: migrated.scenario, moment, ...(baseline && { baseline }) };
}

/** Returns the baseline in the tail of a link; null if there is none. */
function baselineIn(tail: string): LinkedBaseline | null {
  const text = /(?:^|&)kept=([^&]*)/.exec(tail.replaceAll('&amp;', '&'))?.[1];
  if (text === undefined) return null;
  // Characters that could hide another tail are refused, so that links are not nested further.
  if (!/^[\w.-]*$/.test(text)) return { ok: false, message: LINK.baselineStrange };
  if (text.startsWith(`${LINK_VERSION}.m`)) return measuredIn(text);
  const decoded = decodeLink(text);
  if ('scenario' in decoded) return { ok: true, scenario: decoded.scenario };
  return { ok: false, message: decoded.ok ? LINK.baselineIsStudy : decoded.message };
}

/** Reads the measured run of a baseline. */
function measuredIn(text: string): LinkedBaseline {
  const refused = (message: string): LinkedBaseline => ({ ok: false, message });
  if (text.length > MAX_LINK_CHARACTERS) return refused(LINK.tooManyCharacters(MAX_LINK_CHARACTERS));
  const [, body = '', payload = '', sum = ''] = /^(1\.m([A-Za-z0-9_-]*))\.([0-9a-f]{8})$/.exec(text) ?? [];
  if (sum === '' || checksum(body) !== sum) return refused(LINK.altered);
  const deflated = bytesFromText(payload);
  const inflated = deflated && inflate(deflated);
  if (!inflated?.ok) return refused(LINK.broken);
  const json = utf8(inflated.bytes);
  const parsed = json === null ? null : parseObject(json, LINK.name);
  const measured = parsed?.ok ? choiceOf(parsed.value) : null;
  return measured ? { ok: true, measured } : refused(LINK.broken);
}

/** Explains a link of version 1 without a complete checksum: cut short, unless it has characters that no link has. */
function unfinished(head: string): Decoded {
  if (/^1\.([A-Za-z][A-Za-z0-9_-]*)?(\.[0-9a-f]{0,7})?(…|\.\.\.)?$/.test(head)) {
    return fault('truncated', LINK.cutShort(head.length));
  }
  const strange = /[^A-Za-z0-9_.-]/u.exec(head)?.[0];
  return fault('malformed', strange ? LINK.strange(quoted(strange)) : LINK.incomplete);
}

function wrongVersion(version: number): Decoded {
  if (version === 0) return fault('malformed', LINK.noVersion0);
  return fault('future', LINK.newer(version, LINK_VERSION));
}

function fault(reason: 'empty' | LinkFault, message: string): Decoded {
  return { ok: false, reason, message };
}

function tooBig(advice: string): string {
  return LINK.tooBig(MAX_INFLATED_BYTES / 1000, advice);
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
