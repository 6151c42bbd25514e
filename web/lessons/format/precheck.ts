/**
 * Checks a text before it is parsed, so that no text makes the page hang.
 *
 * The Markdown parser takes a time that grows with the number of lines and special characters, and with the square of
 * their number in a run of lines without a blank one. The check estimates this time, and bounds the nesting of directives,
 * lists and quotations, in one pass over the lines.
 */
import type { LessonProblem } from './lesson';
import { FILE_BYTES, INDENTATION, LINE_LENGTH, NESTED_BLOCKS, NESTING, PARSE_COST } from './limits';
import { LESSON, TEXT } from './strings';

/** Returns why a text is not parsed; null if it may be. */
export function refusedText(text: string): LessonProblem | null {
  if (text.length > FILE_BYTES || new TextEncoder().encode(text).length > FILE_BYTES)
    return { line: 1, message: LESSON.tooLarge(FILE_BYTES) };
  const blocks = new OpenBlocks();
  const cost = new Cost();
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const message = refusedLine(line) ?? blocks.add(line) ?? cost.add(line);
    if (message !== null) return { line: index + 1, message };
  }
  return null;
}

/** Beginning of a line: indentation, and signs of lists and quotations. */
const START = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/;

/** Number of signs of lists and quotations at the beginning of a line. */
function signsOf(line: string): number {
  const start = START.exec(line)?.[0] ?? '';
  return start.match(/[>*+.)-]/g)?.length ?? 0;
}

function refusedLine(line: string): string | null {
  if (line.length > LINE_LENGTH) return LESSON.longLine(LINE_LENGTH);
  const signs = signsOf(line);
  const indented = signs > 0 && /^[ \t]*/.exec(line)![0].length > INDENTATION;
  return signs > NESTING || indented ? TEXT.tooDeep(NESTING) : null;
}

/** The directives that are open, by the lengths of their colons. Where it can err, it counts too many. */
class OpenBlocks {
  private readonly colons: number[] = [];

  /** Adds a line; returns a message if too many directives are open. */
  add(line: string): string | null {
    const closing = /^ {0,3}(:{3,})[ \t]*$/.exec(line)?.[1]?.length;
    if (closing !== undefined) {
      // A line of colons ends the outermost directive that has no more of them, and all within.
      const ended = this.colons.findIndex((length) => length <= closing);
      if (ended >= 0) this.colons.length = ended;
      return null;
    }
    const opening = /^[\s>*+\d.)-]*(:{3,})[A-Za-z]/.exec(line)?.[1]?.length;
    if (opening !== undefined) this.colons.push(opening);
    return this.colons.length > NESTED_BLOCKS ? TEXT.openBlocks : null;
  }
}

/** Characters that begin or end something in Markdown. */
const SPECIAL = /[!#$&()*+:<=>[\\\]_`{|}~-]/g;

/** Estimated time to parse a text, microseconds on a slow computer. */
class Cost {
  private total = 0;
  /** Lines and special characters since the last blank line. */
  private run = 0;
  /** Signs of lists and quotations. */
  private signs = 0;

  /** Adds a line; returns a message if the text is too costly. */
  add(line: string): string | null {
    const blank = line.trim() === '';
    const marks = 2 + countOf(line, SPECIAL) + countOf(line, STARS) + 5 * countOf(line, ANGLES);
    const signs = signsOf(line);
    this.signs += signs;
    this.total += 30 * marks + 2 * line.length + OF_SIGNS * signs * this.signs;
    if (blank) this.run = 0;
    else {
      this.total += QUADRATIC * marks * (2 * this.run + marks);
      this.run += marks;
    }
    return this.total > PARSE_COST ? LESSON.tooCostly : null;
  }
}

const STARS = /\*/g;
const ANGLES = /</g;
const countOf = (line: string, pattern: RegExp): number => line.match(pattern)?.length ?? 0;

/** Cost of a pair of marks in a run of lines. */
const QUADRATIC = 0.02;
/** Cost of a pair of signs of lists and quotations. */
const OF_SIGNS = 0.5;
