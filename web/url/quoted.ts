/**
 * What someone else wrote, as a sentence of ours may hold it: on one line and of bounded length, with the
 * characters that command or turn what is around them written as escapes. The program does the same
 * (`visible` in the engine's `spec/problem.rs`).
 */
export function quoted(text: string, most = 120): string {
  const chars = Array.from(text.slice(0, 2 * most + 2));
  const shown = chars.slice(0, most).join('');
  const plain = shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, escaped);
  return chars.length > most ? `${plain}…` : plain;
}

const escaped = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
