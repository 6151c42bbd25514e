/** Lets callers wait until the engine is ready or has failed. */
export class Gate {
  private waiting: ((ready: boolean) => void)[] = [];
  private state: boolean | null = null;

  /** Resolves when the engine is ready (true) or has failed (false); immediately if that is known. */
  passed(): Promise<boolean> {
    if (this.state !== null) return Promise.resolve(this.state);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Sets the state and resolves all waiting calls. */
  open(ready: boolean): void {
    this.state = ready;
    for (const resolve of this.waiting.splice(0)) resolve(ready);
  }

  /** Makes later calls wait, while another engine starts. */
  close(): void {
    this.state = null;
  }
}
