/** `text` in which no line begins with a unit: a figure and what it counts stay together. */
export function unbroken(text: string): string {
  return text.replace(/(\d) (?=%|[kMG]?(?:B|b\/s)\b|m?s\b|packets\b)/g, '$1\u00a0');
}
