/** Saves a little after the last change, or at once when asked; nothing when nothing changed. */
export class Saver {
  private readonly save: () => void;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(save: () => void) {
    this.save = save;
  }

  soon(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), SAVE_DELAY_MS);
  }

  now(): void {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.save();
  }
}

/** How long saving waits for further changes, ms. */
export const SAVE_DELAY_MS = 500;
