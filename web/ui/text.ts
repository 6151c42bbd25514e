/**
 * Changes the text of an element, if it differs. The text node is kept: replacing it would make the browser match the
 * style rules of the whole page again.
 */
export function writeText(element: Element | null, text: string): void {
  if (!element || element.textContent === text) return;
  const { firstChild: first, lastChild: last } = element;
  if (first instanceof Text && first === last) first.data = text;
  else element.textContent = text;
}
