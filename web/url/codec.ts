/**
 * An experiment as a link's fragment, and back.
 *
 *     #1.d<payload>.<checksum>&t=37.2&play=0
 *      │ │    │         └ CRC-32 of everything between `#` and the last dot, 8 hexadecimal digits
 *      │ │    └ base64url of the deflated scenario (minimal JSON, UTF-8), at most 200 kB inflated
 *      │ └ what it is and how it is packed: d = an experiment, s = a study, both raw deflate
 *      └ version of this envelope
 *
 * Baseline a study stands how to look at it: `&x=log&view=map` (`web/curves/viewSettings.ts`). Baseline an experiment may stand
 * another that it is compared with, as a link of its own: `&kept=1.d….………`. Who does not know it opens the first.
 *
 * Everything is in the fragment, so that no server ever sees it. Reading never throws: what cannot be read
 * is explained. Released links stay readable for good; `tests/links` holds a corpus of them.
 */
import { bytesFromText, textFromBytes } from './base64url';
import { checksum } from './checksum';
import { deflate, inflate, MAX_INFLATED_BYTES } from './inflate';
import { parseObject, type JsonObject } from './json';
import { migrate, migratedStudy, STUDY_VERSION, versioned } from './migrations';
import { momentFromText, textFromMoment, type Moment } from './moment';
import { quoted } from './quoted';
import { repairedFragment } from './repair';

/** The version of envelope written here. */
export const LINK_VERSION = 1;

/** Longest fragment that is looked at, characters; browsers differ beyond about 64,000. */
export const MAX_LINK_CHARACTERS = 64_000;

export type Decoded =
  | { ok: true; scenario: JsonObject; moment: Moment; kept?: LinkedBaseline }
  /** `look`: how to look at it, the tail of the link as it is written. */
  | { ok: true; study: JsonObject; look: string }
  /** `empty`: there is no experiment in this text at all; `unread`: nobody could look. */
  | { ok: false; reason: 'empty' | 'unread' | LinkFault; message: string };

/** The experiment that the one of a link is compared with, or why it cannot be opened. */
export type LinkedBaseline = { ok: true; scenario: JsonObject } | { ok: false; message: string };

/** Why a link cannot be opened. */
export type LinkFault = 'truncated' | 'malformed' | 'hostile' | 'future';

export type Encoded = { ok: true; fragment: string } | { ok: false; message: string };

/**
 * The fragment, without `#`, for a scenario without what equals a default (`ask minimal`), and for another that it
 * is compared with.
 */
export function encodeLink(minimal: unknown, moment: Moment = {}, kept: unknown = null): Encoded {
  const sealed = sealedScenario(minimal);
  const other = kept === null ? null : sealedScenario(kept);
  if (sealed === null || (kept !== null && other === null)) {
    return { ok: false, message: tooBig('Save it as a file instead.') };
  }
  const tail = other === null ? '' : `&kept=${other}`;
  return { ok: true, fragment: `${sealed}${textFromMoment(moment)}${tail}` };
}

/** Payload and checksum; null where it is too big. */
function sealedScenario(minimal: unknown): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(versioned(minimal)));
  if (bytes.length > MAX_INFLATED_BYTES) return null;
  const body = `${LINK_VERSION}.d${textFromBytes(deflate(bytes))}`;
  return `${body}.${checksum(body)}`;
}

/** The same for a study, whose scenario is without what equals a default. */
export function encodeStudy(minimal: object, look = ''): Encoded {
  const bytes = new TextEncoder().encode(JSON.stringify({ version: STUDY_VERSION, ...minimal }));
  if (bytes.length > MAX_INFLATED_BYTES) return { ok: false, message: tooBig('Save it as a file instead.') };
  const body = `${LINK_VERSION}.s${textFromBytes(deflate(bytes))}`;
  return { ok: true, fragment: `${body}.${checksum(body)}${look}` };
}

/** Reads a fragment, a whole address, or either as a chat program left it. */
export function decodeLink(text: string): Decoded {
  if (text.length > MAX_LINK_CHARACTERS) {
    return fault(
      'hostile',
      `The link is longer than ${MAX_LINK_CHARACTERS.toLocaleString('en')} characters.`,
    );
  }
  const fragment = repairedFragment(text);
  if (fragment === '') return fault('empty', 'There is no experiment in this address.');
  const version = /^(\d{1,9})\./.exec(fragment)?.[1];
  if (version === undefined) {
    return fault('malformed', 'This is no Bufferlab link: after # it should begin with "1." and a letter.');
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
    return fault(
      'truncated',
      'The link was altered on its way: its checksum does not match. Copy it again in full.',
    );
  }
  if (codec !== 'd' && codec !== 's')
    return fault('future', `The link is packed in a way ("${codec}") that this page does not know.`);
  return unpacked(payload, codec, tail.join('&'));
}

function unpacked(payload: string, codec: 'd' | 's', tail: string): Decoded {
  const deflated = bytesFromText(payload);
  const inflated = deflated && inflate(deflated);
  if (!inflated) return fault('malformed', BROKEN);
  if (!inflated.ok) {
    return inflated.reason === 'too_big'
      ? fault('hostile', tooBig('It was not opened.'))
      : fault('malformed', BROKEN);
  }
  const text = utf8(inflated.bytes);
  if (text === null) return fault('malformed', 'The link holds no readable text.');
  const parsed = parseObject(text, 'The link');
  if (!parsed.ok) return fault('malformed', parsed.message);
  if (codec === 's') {
    const study = migratedStudy(parsed.value);
    const look = tail === '' ? '' : `&${tail}`;
    return study.ok ? { ok: true, study: study.study, look } : fault(study.reason, study.message);
  }
  const migrated = migrate(parsed.value);
  if (!migrated.ok) return fault(migrated.reason, migrated.message);
  const kept = keptIn(tail);
  return { ok: true, scenario: migrated.scenario, moment: momentFromText(tail), ...(kept && { kept }) };
}

/** What a link's experiment is compared with; null where it is with nothing. */
function keptIn(tail: string): LinkedBaseline | null {
  const text = /(?:^|&)kept=([^&]*)/.exec(tail.replaceAll('&amp;', '&'))?.[1];
  if (text === undefined) return null;
  // Nothing that could hide a tail of its own: links do not stand within links.
  if (!/^[\w.-]*$/.test(text)) return { ok: false, message: 'It holds characters that no link has.' };
  const decoded = decodeLink(text);
  if ('scenario' in decoded) return { ok: true, scenario: decoded.scenario };
  return { ok: false, message: decoded.ok ? 'It holds a study, not an experiment.' : decoded.message };
}

const BROKEN = 'The link is intact but its contents cannot be unpacked; it was not made by Bufferlab.';

/** A version 1 link without a whole checksum: cut short, unless it holds characters no link has. */
function unfinished(head: string): Decoded {
  if (/^1\.([A-Za-z][A-Za-z0-9_-]*)?(\.[0-9a-f]{0,7})?(…|\.\.\.)?$/.test(head)) {
    const message = `The link is cut short: it ends after ${head.length} characters, before its checksum. Copy it again in full.`;
    return fault('truncated', message);
  }
  const strange = /[^A-Za-z0-9_.-]/u.exec(head)?.[0];
  const where = strange ? `: it contains "${quoted(strange)}"` : '';
  return fault(
    'malformed',
    `This is no complete Bufferlab link${where}. Copy it again from where it was made.`,
  );
}

function wrongVersion(version: number): Decoded {
  if (version === 0) return fault('malformed', 'This is no Bufferlab link: there is no version 0.');
  const message = `The link is of version ${version}, made by a newer Bufferlab; this page reads version ${LINK_VERSION}. Reload the page to get the newest.`;
  return fault('future', message);
}

function fault(reason: 'empty' | LinkFault, message: string): Decoded {
  return { ok: false, reason, message };
}

function tooBig(what: string): string {
  return `The experiment is larger than ${MAX_INFLATED_BYTES / 1000} kB, the most a link may hold. ${what}`;
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
