/**
 * Reads receipts, which are untrusted: sizes are limited, values are checked one by one, and nothing of a file is executed or put
 * into the page as markup. Of an HTML file only the text between two tags is read; it is never parsed as HTML.
 */
import { messageOf } from '../../rpc/thread';
import { parseObject } from '../../url/json';
import { quoted } from '../../url/quoted';
import { COURSE_MAP, fragmentOf, placeOf } from '../source/address';
import { isId } from '../format/paths';
import { CELLS, ENTRIES, LESSON_LENGTH, NAME_LENGTH, RECEIPT_BYTES, ROWS, RUNS, TEXT_LENGTH } from './limits';
import {
  FORMAT,
  VERSION,
  type Receipt,
  type ReceiptAnswer,
  type ReceiptLesson,
  type ReceiptRow,
  type ReceiptTask,
} from './receipt';
import { response } from './response';
import { runRecord } from './runRecord';
import { ACCEPTED, READ } from './strings';
import { flag, integer, list, object, orNull, Refused, text, type Reader } from '../../url/untrusted';

/** A receipt, or why there is none. */
export type ReadReceipt = { ok: true; receipt: Receipt } | { ok: false; message: string };

/** Part of a `File` that is used. */
export type ReceiptFile = Pick<File, 'name' | 'size' | 'text'>;

/** Reads a file. Never throws. */
export async function readReceiptFile(file: ReceiptFile): Promise<ReadReceipt> {
  if (file.size > RECEIPT_BYTES)
    return failed(READ.tooLarge((file.size / 1e6).toFixed(1), RECEIPT_BYTES / 1e6));
  try {
    return readReceipt(await file.text());
  } catch (error) {
    return failed(READ.unreadable(quoted(messageOf(error))));
  }
}

/** Reads the text of a receipt, JSON or HTML. */
export function readReceipt(file: string): ReadReceipt {
  if (file.length > RECEIPT_BYTES)
    return failed(READ.tooLarge((file.length / 1e6).toFixed(1), RECEIPT_BYTES / 1e6));
  const begin = file.replace(/^\ufeff/, '').trimStart();
  const json = begin.startsWith('<') ? jsonInHtml(begin) : begin;
  if (json === null) return failed(READ.noReceipt);
  const parsed = parseObject(json, READ.name);
  // The message of a text that is no JSON ends with the words of the browser.
  if (!parsed.ok) return parsed.message.endsWith('.') ? parsed : failed(READ.damaged);
  const { format, version } = parsed.value;
  if (format !== FORMAT) return failed(READ.noReceipt);
  if (version !== VERSION) return failed(READ.newer(quoted(JSON.stringify(version ?? null), 20)));
  try {
    return { ok: true, receipt: receipt(parsed.value, '') };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return failed(READ.refused(error.place, error.accepted));
  }
}

/** Attribute of the element with the JSON of an HTML file. */
export const DATA_ID = 'bufferlab-receipt';

/** Returns the JSON in an HTML file; null if it has none. */
function jsonInHtml(html: string): string | null {
  const mark = html.indexOf(`id="${DATA_ID}"`);
  const from = mark < 0 ? -1 : html.indexOf('>', mark);
  const to = from < 0 ? -1 : html.indexOf('</pre', from);
  if (to < 0) return null;
  return html.slice(from + 1, to).replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => SIGNS[name] ?? '');
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

const failed = (message: string): ReadReceipt => ({ ok: false, message });

const id = text(60, isId, ACCEPTED.id);

const lesson: Reader<ReceiptLesson> = (value, place) => {
  const read = object<ReceiptLesson>({
    title: text(TEXT_LENGTH),
    folder: text(600, (folder) => /^[\w./-]+$/.test(folder), ACCEPTED.folder),
    id: orNull(text(64, (one) => /^[\w-]+$/.test(one), ACCEPTED.lessonId)),
    packed: orNull(text(LESSON_LENGTH, (packed) => /^[\w-]+\.[0-9a-f]{8}$/.test(packed), ACCEPTED.packed)),
    checksum: text(8, (sum) => /^[0-9a-f]{8}$/.test(sum), ACCEPTED.checksum),
    sha256: orNull(text(64, (digest) => /^[0-9a-f]{64}$/.test(digest), ACCEPTED.sha256)),
  })(value, place);
  // The address of a lesson has the rules for folders and ids.
  const { folder, packed } = read;
  const named = { ...COURSE_MAP, folder, id: read.id, packed };
  const there = placeOf(fragmentOf(named));
  if (packed !== null && read.id !== null) throw new Refused(`${place}.id`, ACCEPTED.noId);
  if (packed === null && (read.id === null || there.id !== read.id || there.folder !== folder))
    throw new Refused(place, ACCEPTED.lesson);
  return read;
};

/** Reads a receipt; a reference to a run must name one that is there. */
const receipt: Reader<Receipt> = (value, place) => {
  const runs = object<Pick<Receipt, 'runs'>>({ runs: list(runRecord, RUNS) })(value, place).runs;
  const run: Reader<number | null> = orNull((wanted, at) => {
    if (runs.length === 0) throw new Refused(at, ACCEPTED.run(0));
    return integer(0, runs.length - 1)(wanted, at);
  });
  return object<Receipt>({
    format: () => FORMAT,
    version: () => VERSION,
    saved: text(40, (date) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(date), ACCEPTED.date),
    student: text(NAME_LENGTH),
    lesson,
    finished: flag,
    answers: list(object<ReceiptAnswer>({ id, given: response, correct: orNull(flag), run }), ENTRIES),
    tasks: list(object<ReceiptTask>({ id, met: flag, hints: integer(0, 1000), shown: flag, run }), ENTRIES),
    tables: list(
      object<Receipt['tables'][number]>({
        id,
        rows: list(object<ReceiptRow>({ cells: list(text(TEXT_LENGTH), CELLS), run }), ROWS),
      }),
      ENTRIES,
    ),
    runs: () => runs,
  })(value, place);
};
