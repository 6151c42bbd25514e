/** Returns `text` with non-breaking spaces between numbers and their units. */
export function unbroken(text: string): string {
  return text.replace(/(\d) (?=%|[kMG]?(?:B|b\/s)\b|m?s\b|packets\b)/g, '$1\u00a0');
}
