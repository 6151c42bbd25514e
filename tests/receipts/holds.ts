/** A property that holds for any text: it is a receipt that can be shown and read again, or is refused with a sentence. */
import { choiceCounts } from '../../web/lessons/handin/misconceptions';
import { duplicatesIn } from '../../web/lessons/handin/duplicates';
import { gradesCsv } from '../../web/lessons/handin/grades';
import { receiptHtml } from '../../web/lessons/handin/html';
import { givenText, partsOf } from '../../web/lessons/handin/outline';
import { readReceipt, type ReadReceipt } from '../../web/lessons/handin/read';
import type { Receipt } from '../../web/lessons/handin/receipt';
import { sampleLesson } from './samples';

/** Reads a text as a receipt, and shows it. Throws an error that says what is wrong with the result. */
export function holds(text: string): ReadReceipt {
  const read = readReceipt(text);
  if (read.ok) checkReceipt(read.receipt);
  else checkMessage(read.message);
  if ('polluted' in {}) throw new Error('a property of all objects was changed');
  return read;
}

function checkReceipt(receipt: Receipt): void {
  const text = JSON.stringify(receipt);
  const html = receiptHtml(receipt, sampleLesson, 'https://example.org/');
  if (
    /<(?:script|img|iframe|object|link|base|form)\b|\son\w+="|href="(?!https:\/\/example\.org\/#)/i.test(
      withoutData(html),
    )
  )
    throw new Error('the web page of a receipt has active content');
  for (const file of [text, html]) {
    const again = readReceipt(file);
    if (!again.ok) throw new Error(`a receipt cannot be read again: ${again.message}`);
    if (JSON.stringify(again.receipt) !== text) throw new Error('a receipt differs when it is read again');
  }
  const marks = partsOf(sampleLesson).flatMap((part) => {
    const given = receipt.answers.find(({ id }) => id === part.id)?.given;
    const words = given && 'answer' in part ? givenText(part.answer, given) : '';
    return [{ state: 'none' as const, text: words, note: '', isForged: false }];
  });
  choiceCounts(sampleLesson, [receipt]);
  duplicatesIn([receipt, receipt]);
  const csv = gradesCsv(sampleLesson, [{ receipt, file: receipt.student, marks, checks: [], remarks: [] }]);
  if (/(?:^|,|\r\n)"?\s*[=@+]/.test(csv)) throw new Error('a table has a formula');
}

/** Returns a page without the element whose text is the receipt. */
function withoutData(html: string): string {
  return html.replace(/<pre [^]*<\/pre>/, '');
}

function checkMessage(message: string): void {
  if (!/[.…”]$/.test(message) || /[\p{Cc}\u2028\u2029]/u.test(message) || message.length > 1000)
    throw new Error(`a message is no sentence: ${JSON.stringify(message)}`);
  if (/\bundefined\b|\[object|\bNaN\b/.test(message.replaceAll(/“[^”]*”|"[^"]*"|'[^']*'/g, '')))
    throw new Error(`a message has an internal value: ${message}`);
}
