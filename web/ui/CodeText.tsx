/** Text in which parts in backticks are shown as code. */
export function CodeText({ text }: { text: string }) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));
}
