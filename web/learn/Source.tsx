/** The source of a definition. Parts in backticks are shown as code. */

/** Text of a source, without its final full stop. */
export function Source({ text }: { text: string }) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));
}
