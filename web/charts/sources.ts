/** What the stage is given: what it listens to, and where the charts are drawn. */
import type { Frame } from '../engine/protocol';
import type { ViewState } from '../samples/view';
import type { Chart } from './chart';
import type { BehindPicture, Picture } from './picture';

/** What the stage listens to: the page's stores, or a test's. */
export interface Sources {
  frames: {
    readonly latest: Frame | null;
    subscribe(listener: (frame: Frame) => void): () => void;
  };
  view: { getState(): ViewState; subscribe(listener: () => void): () => void };
  /** Notes at the cursor, once they are here. */
  notes(): Notes | null;
  setCursor(t_s: number | null): void;
  setColumns(columns: number): void;
}

/** What a moment says, which comes after the first picture. */
export interface Notes {
  snapped(picture: Picture | null, t_s: number): number;
  spokenTip(picture: Picture, at_s: number): string;
  writeTip(tip: HTMLElement, picture: Picture, at_s: number | null, width: number): void;
}

/** A run that is kept behind the one in front; what draws it comes later (`extras.ts`). */
export interface BehindSource {
  /** By id, as far as it has something to draw. */
  charts: ReadonlyMap<string, Chart>;
  /** Names what is drawn, on paper. */
  remark: string;
  /** Its latest frame; null before there is one. */
  frame(): Frame | null;
  /** What is drawn of a frame of the run in front: that frame, or how it differs. */
  shown(front: Frame): Frame;
  paint: BehindPicture['paint'];
}

/** The elements of one chart that the stage writes to. */
export interface Panel {
  canvas: HTMLCanvasElement;
  /** Shows the axis's unit behind the title. */
  unit: HTMLElement;
  /** By trace id. */
  readouts: ReadonlyMap<string, HTMLElement>;
  /** Floats at the cursor. */
  tip: HTMLElement;
}
