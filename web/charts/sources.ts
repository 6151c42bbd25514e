/** What the stage is given: what it listens to, and where the charts are drawn. */
import type { Frame } from '../engine/protocol';
import type { ViewState } from '../samples/view';

/** What the stage listens to: the page's stores, or a test's. */
export interface Sources {
  frames: {
    readonly latest: Frame | null;
    subscribe(listener: (frame: Frame) => void): () => void;
  };
  view: { getState(): ViewState; subscribe(listener: () => void): () => void };
  setCursor(t_s: number | null): void;
  setColumns(columns: number): void;
  /** The latest frame of the run that is kept behind; null while there is none. */
  behind?(): Frame | null;
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
