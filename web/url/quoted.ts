/**
 * Returns an untrusted text for use within a message: on one line, of at most `most` characters, with control and
 * direction characters written as escapes. The command-line program does the same (`visible` in the engine's
 * `spec/problem.rs`).
 */
export function quoted(text: string, most = 120): string {
  const chars = Array.from(text.slice(0, 2 * most + 2));
  const shown = chars.slice(0, most).join('');
  const plain = shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, escaped);
  return chars.length > most ? `${plain}…` : plain;
}

const escaped = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
