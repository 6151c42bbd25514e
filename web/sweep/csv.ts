/** Tables as CSV text (RFC 4180). */

/** Returns rows as CSV. Null and undefined give empty cells; values other than texts are written as JSON. */
export function csvText(rows: readonly (readonly unknown[])[], end: '\n' | '\r\n' = '\r\n'): string {
  return rows.map((row) => row.map(csvCell).join(',') + end).join('');
}

/** Returns one cell, in quotes if it has to be, also for spreadsheets that separate cells by `;` or tabs. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns a text that no spreadsheet reads as a formula: an apostrophe precedes each sign that would begin one. These are also
 * full-width signs, signs behind invisible characters, and signs behind `;`, a tab or a line break, where a spreadsheet with
 * another separator begins a cell.
 */
export function safeCell(cell: string | number): string | number {
  if (typeof cell === 'number' || /^-?\d+(\.\d+)?$/.test(cell)) return cell;
  const safe = cell.replace(BEGIN_OF_FORMULA, "$1'$2");
  return /^[\t\r]/.test(safe) ? `'${safe}` : safe;
}

const BEGIN_OF_FORMULA =
  /(^|[;\t\r\n])([\p{C}\p{Z}\p{Mn}]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/gu;
