/**
 * Parts of Markdown: tables, and the ids of headings.
 */

/**
 * Returns a table; its cells may contain Markdown, but no HTML.
 *
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function table(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/**
 * Escapes what would end a cell, also in code, and what would begin HTML outside of code.
 *
 * @param {string} text
 */
function cell(text) {
  const parts = text
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .split(/(`[^`]*`)/);
  return parts.map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;'))).join('');
}

/**
 * Returns the id of a heading as GitHub makes it.
 *
 * @param {string} heading
 */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
