/** Lets through when the engine is there, and tells when it will not be. */
export class Gate {
  private waiting: ((there: boolean) => void)[] = [];
  private state: boolean | null = null;

  /** Resolves when the gate opens; at once where it is open. */
  passed(): Promise<boolean> {
    if (this.state !== null) return Promise.resolve(this.state);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  open(there: boolean): void {
    this.state = there;
    for (const resolve of this.waiting.splice(0)) resolve(there);
  }

  close(): void {
    this.state = null;
  }
}
