/**
 * Exchange between the Lab and the editor of lessons: an experiment of a lesson that its author changes in the Lab, and the request
 * to begin a lesson with the Lab's experiment.
 */
import { createStore } from 'zustand/vanilla';

/** An experiment of a lesson that is open in the Lab. */
export interface LessonExperiment {
  /** Title of the lesson; empty if it has none. */
  title: string;
  /** Puts the experiment of the Lab in its place in the lesson, and returns to the editor. */
  put(): void;
}

/** State of the exchange. */
export interface LessonExchange {
  /** Experiment that the author changes; null if there is none. */
  open: LessonExperiment | null;
  /** Whether the editor has to begin a lesson with the Lab's experiment. */
  requested: boolean;
}

/** The exchange of the page. */
export const lessonExchange = createStore<LessonExchange>(() => ({ open: null, requested: false }));
