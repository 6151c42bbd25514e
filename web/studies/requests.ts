/** Requests of other views to the Studies view: vary a parameter, find a buffer, or open a study. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ReadableFile } from '../url/file';
import type { JsonObject } from '../url/json';
import type { Views } from '../url/views';

/** Stored result of a published figure, drawn beside the curves of a study. */
export interface ReferenceCurve {
  /** Paths of the parameter on the x axis and of the measure. */
  x: string;
  measure: string;
  name: string;
  /** Origin of the result, such as the version of the engine. */
  note: string;
  /** Pairs of x and y, in base units. */
  points: readonly (readonly [number, number])[];
  at: null;
}

/** Last request; `count` grows with each one. */
export interface StudyRequest {
  count: number;
  /** Path of the parameter to vary in the Lab's present experiment; null for the first one. */
  path?: string | null;
  /** Study document to open. */
  study?: JsonObject;
  /** Stored results to draw beside the study. */
  references?: readonly ReferenceCurve[];
  /** File with results of the study; null without one. */
  file?: ReadableFile | null;
  /** View settings of the study, as text of a link. */
  settings?: string;
  /** Id of the bottleneck for which advice is sought; null for the first one. */
  advise?: string | null;
  /** Kind of advice: the smallest buffer, by default, or the best of several remedies. */
  find?: 'buffer' | 'remedies';
}

/** Holds the last request and opens the view. */
export class StudyRequests {
  readonly store: StoreApi<{ request: StudyRequest | null }> = createStore(() => ({ request: null }));

  constructor(private readonly views: Views) {}

  /** Opens the view with the Lab's experiment, to vary the parameter `path`. */
  readonly sweep = (path: string | null): void => this.add({ path });

  /** Opens the advisor, or the comparison of remedies, with the Lab's experiment. */
  readonly advise = (bottleneck: string | null, find: 'buffer' | 'remedies' = 'buffer'): void =>
    this.add({ advise: bottleneck, find });

  /** Opens a study with view settings as text of a link. */
  readonly open = (
    study: JsonObject,
    settings: string,
    references: readonly ReferenceCurve[] = [],
    file: ReadableFile | null = null,
  ): void => this.add({ study, settings, references, file });

  private add(request: Omit<StudyRequest, 'count'>): void {
    this.store.setState(({ request: last }) => ({ request: { ...request, count: (last?.count ?? 0) + 1 } }));
    this.views.open('studies');
  }
}
