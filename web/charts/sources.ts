/** Inputs of the stage: its sources of data, and the elements of the charts. */
import type { Frame } from '../engine/protocol';
import type { ViewState } from '../samples/view';
import type { Chart } from './chart';
import type { BaselinePicture, Picture } from './picture';

/** Stores to which the stage subscribes: those of the page or of a test. */
export interface Sources {
  frames: {
    readonly latest: Frame | null;
    subscribe(listener: (frame: Frame) => void): () => void;
  };
  view: { getState(): ViewState; subscribe(listener: () => void): () => void };
  /** Returns the functions for notes at the cursor; null until they are loaded. */
  notes(): Notes | null;
  setCursor(t_s: number | null): void;
  setColumns(columns: number): void;
}

/** Functions for notes at the cursor, which are loaded after the first picture. */
export interface Notes {
  snapped(picture: Picture | null, t_s: number): number;
  spokenTip(picture: Picture, at_s: number): string;
  writeTip(tip: HTMLElement, picture: Picture, at_s: number | null, width: number): void;
}

/** Baseline of the current run. The code that draws it is loaded later (`comparison-charts.ts`). */
export interface BaselineSource {
  /** Charts by id, without charts that have nothing to draw. */
  charts: ReadonlyMap<string, Chart>;
  /** Names of both runs, for saved and printed charts. */
  remark: string;
  /** Returns the latest frame of the baseline; null before the first. */
  frame(): Frame | null;
  /** Returns the frame to draw for a frame of the current run: the frame itself, a difference or a ratio. */
  shown(current: Frame): Frame;
  paint: BaselinePicture['paint'];
}

/** Elements of one chart that the stage changes. */
export interface Panel {
  canvas: HTMLCanvasElement;
  /** Element with the unit of the axis, after the title. */
  unit: HTMLElement;
  /** Elements of the values in the legend, by trace id. */
  readouts: ReadonlyMap<string, HTMLElement>;
  /** Note at the cursor. */
  tip: HTMLElement;
  /** Called with the error if the chart cannot be painted. */
  onFail(error: unknown): void;
}
