/** Text of another tool as a scenario, with a report on its lines. */

/** Scenario of a text with a report on its lines, or the reason why it has none. */
export type ImportAnswer = ({ ok: true } & Imported) | { ok: false; message: string };

/** Scenario of a text, with a report on each line. */
export interface Imported {
  /** Scenario, with defaults left out. */
  scenario: Readonly<Record<string, unknown>>;
  lines: readonly ImportedLine[];
  /** Fields that the text does not say, each with a sentence. */
  assumed: readonly { path: string; reason: string }[];
}

/** Line of a text, with continued lines joined. */
export interface ImportedLine {
  /** Number of its first line, from 1. */
  number: number;
  text: string;
  /** Words that set a field; the note says what the field means where it differs from the words. */
  understood: readonly { words: string; path: string; note: string | null }[];
  /** Words without effect, each with a reason. */
  left_out: readonly { words: string; reason: string }[];
}
