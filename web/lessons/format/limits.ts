/** Limits of a lesson, so that no file makes the page slow or exhausts its memory. */

/** Largest file of a lesson or a course, bytes. */
export const FILE_BYTES = 200_000;
/** Most blocks of a lesson. */
export const BLOCKS = 300;
/** Most steps of a lesson. */
export const STEPS = 60;
/** Deepest nesting of directives, lists and quotations. */
export const NESTING = 8;
/** Deepest indentation of a list or a quotation, characters. */
export const INDENTATION = 40;
/** Longest line of a file, characters. */
export const LINE_LENGTH = 20_000;
/** Most directives that are open at a line; one within another is refused later, with a better message. */
export const NESTED_BLOCKS = 3;
/** Largest estimated time to parse a file, microseconds on a slow computer. */
export const PARSE_COST = 750_000;
/** Largest fence of data and largest front matter, bytes. */
export const DATA_BYTES = 20_000;
/** Deepest nesting of lists and fields in YAML. */
export const YAML_NESTING = 16;
/** Most options of a question, and most items to be put in order. */
export const OPTIONS = 20;
/** Most cells of a table in a text. */
export const TABLE_CELLS = 200;
/** Most columns of a table. */
export const TABLE_COLUMNS = 12;
/** Deepest nesting of a goal. */
export const GOAL_DEPTH = 8;
/** Most statements and quantities of a goal. */
export const GOAL_NODES = 50;
/** Most points of the correct curve. */
export const CURVE_POINTS = 200;
/** Most entries of a list, such as goals, hints or paths. */
export const ENTRIES = 50;
/** Longest single text in data, such as a title or an option, characters. */
export const TEXT_LENGTH = 2000;
/** Longest value of an attribute of a directive, characters. */
export const ATTRIBUTE_LENGTH = 1000;
/** Most lessons of a course. */
export const LESSONS = 200;
/** Most problems that are reported. */
export const PROBLEMS = 20;
