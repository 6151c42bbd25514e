/** Changes of a text field by the page, as one step that the browser's undo takes back. */

/** Returns the part in which two texts differ: its start, its end in the former text, and what stands there now. */
export function differenceOf(former: string, next: string): { from: number; to: number; text: string } {
  const most = Math.min(former.length, next.length);
  let from = 0;
  while (from < most && former[from] === next[from]) from++;
  let end = 0;
  while (end < most - from && former.at(-1 - end) === next.at(-1 - end)) end++;
  return { from, to: former.length - end, text: next.slice(from, next.length - end) };
}

/**
 * Replaces the text of a field and selects a part of it. Returns false if the browser cannot do so; then the field is as it was.
 */
export function replaceText(
  field: HTMLTextAreaElement,
  next: string,
  selection: readonly [from: number, to: number],
): boolean {
  const { from, to, text } = differenceOf(field.value, next);
  field.focus();
  field.setSelectionRange(from, to);
  // Obsolete in name, but the only way to a change that undo takes back.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
  const done = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (done) field.setSelectionRange(...selection);
  return done;
}
