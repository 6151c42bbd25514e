/** Tables as CSV text (RFC 4180). */

/** Returns rows as CSV. Null and undefined give empty cells; values other than texts are written as JSON. */
export function csvText(rows: readonly (readonly unknown[])[], end: '\n' | '\r\n' = '\r\n'): string {
  return rows.map((row) => row.map(csvCell).join(',') + end).join('');
}

/** Returns one cell, in quotes if it has to be. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
