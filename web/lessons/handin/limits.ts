/** Limits of receipts, so that no file makes the grading view slow or exhausts its memory. */

/** Largest file of a receipt, bytes. */
export const RECEIPT_BYTES = 4_000_000;
/** Most receipts that are open at a time. */
export const RECEIPTS = 300;
/** Most answers, tasks or tables of a receipt. */
export const ENTRIES = 300;
/** Most rows of a table. */
export const ROWS = 200;
/** Most cells of a row. */
export const CELLS = 12;
/** Most runs of a receipt. */
export const RUNS = 60;
/** Most measures of a run. */
export const MEASURES = 60;
/** Most series of a run. */
export const SERIES = 4;
/** Points of a series and of a drawn curve. */
export const POINTS = 400;
/** Longest name of a student, characters. */
export const NAME_LENGTH = 80;
/** Longest text of a receipt, such as a title or a cell, characters. */
export const TEXT_LENGTH = 2000;
/** Longest fragment of a link, characters. */
export const LINK_LENGTH = 64_000;
/** Longest lesson in a link, characters. */
export const LESSON_LENGTH = 270_000;
/** Most events of a run that is replayed: a few seconds of computing. */
export const REPLAYED_EVENTS = 30_000_000;
