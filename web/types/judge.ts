/**
 * Verdicts about the goals of lessons. Generated from the types of the engine by
 *
 *     BLESS=1 cargo test -p bufferlab-papers --lib types
 */

/** Result of checking a goal. */
export type GoalVerdict = {
  /** Outcome of the whole goal. */
  outcome: Outcome,
  /** Text with the numbers on which the outcome is based, and the bounds. */
  found: string,
  /** Outcomes of the parts, if the goal is a list of statements; otherwise empty. */
  parts: Array<GoalPart>, };

/** Outcome of a part of a goal. */
export type GoalPart = {
  /** Outcome of the part. */
  outcome: Outcome,
  /** Text with the numbers on which the outcome is based, and the bounds. */
  found: string, };

/** Outcome of a statement for given curves. */
export type Outcome = "holds" | "fails" | "undecided" | "unknown";
