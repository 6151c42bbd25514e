/** Kind of a sheet of a lesson, and its pictures. */
import type { RunBlock } from '../../format/lesson';
import type { Drawings } from './drawing';

/** Kind of the sheet, and its pictures. */
export interface Paper {
  /** Whether answers, explanations and solutions are printed. */
  solved: boolean;
  drawings: Drawings;
  /** Runs in the order of the lesson, which numbers their figures. */
  runs: readonly RunBlock[];
  /** Whether all scenes were run. */
  done: boolean;
}
