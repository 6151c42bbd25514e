/** What other rooms ask Curves for: to vary a field of the Lab's experiment, or to show a study that came in. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonObject } from '../url/json';
import type { Rooms } from '../url/rooms';

/** A curve that is drawn beside those of the runs: what is kept of a published figure. */
export interface ReferenceCurve {
  /** Paths of the field on the x axis and of the measure. */
  x: string;
  measure: string;
  name: string;
  /** How it was made. */
  note: string;
  /** In base units. */
  points: readonly (readonly [number, number])[];
  at: null;
}

/** Each anew by its number. */
export interface StudyRequest {
  count: number;
  /** The field to vary, in the Lab's experiment as it stands; null: whichever is first. */
  path?: string | null;
  study?: JsonObject;
  /** Curves that come with the study. */
  kept?: readonly ReferenceCurve[];
  /** View settings of the study, as text of a link. */
  settings?: string;
  /** The bottleneck of which the smallest buffer is asked for; null: whichever is first. */
  advise?: string | null;
}

export class StudyRequests {
  readonly store: StoreApi<{ asked: StudyRequest | null }> = createStore(() => ({ asked: null }));

  constructor(private readonly rooms: Rooms) {}

  /** Opens Curves with the Lab's experiment, to vary the field `path`. */
  readonly sweep = (path: string | null): void => this.ask({ path });

  /** Opens Curves with a question about the Lab's experiment. */
  readonly advise = (bottleneck: string | null): void => this.ask({ advise: bottleneck });

  readonly open = (study: JsonObject, settings: string, kept: readonly ReferenceCurve[] = []): void =>
    this.ask({ study, settings, kept });

  private ask(what: Omit<StudyRequest, 'count'>): void {
    this.store.setState(({ asked }) => ({ asked: { ...what, count: (asked?.count ?? 0) + 1 } }));
    this.rooms.open('curves');
  }
}
