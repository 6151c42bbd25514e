/** Calls `save` shortly after the last change, or immediately on request if there was a change. */
export class Saver {
  private readonly save: () => void;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(save: () => void) {
    this.save = save;
  }

  /** Notes a change, which is saved after `SAVE_DELAY_MS`. */
  soon(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), SAVE_DELAY_MS);
  }

  /** Saves immediately if there was a change. */
  now(): void {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.save();
  }
}

/** Time without changes before saving, ms. */
export const SAVE_DELAY_MS = 500;
