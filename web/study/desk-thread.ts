/** The page's end of the thread of models and advice: made when it is first asked, and again after it broke. */
import type { DeskAnswers, DeskCommand, DeskQuestion, DeskReport } from './desk-protocol';

/** What is used of a `Worker`. */
export interface DeskHand {
  postMessage(command: DeskCommand): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<DeskReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export function spawnDeskWorker(): DeskHand {
  return new Worker(new URL('./desk-worker.ts', import.meta.url), { type: 'module' });
}

export class DeskThread {
  private hand: DeskHand | null = null;
  private lastId = 0;
  private readonly waiting = new Map<number, { give(answer: unknown): void; fail(error: Error): void }>();

  constructor(private readonly spawn: () => DeskHand = spawnDeskWorker) {}

  /** The answer; fails where the engine is broken, or the thread was closed. */
  ask<Q extends DeskQuestion>(question: Q): Promise<DeskAnswers[Q['type']]> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const give = (answer: unknown): void => resolve(answer as DeskAnswers[Q['type']]);
      this.waiting.set(id, { give, fail: reject });
      this.hired().postMessage({ ...question, id });
    });
  }

  /** Whoever waits is told so. */
  close(why = 'It was closed.'): void {
    this.hand?.terminate();
    this.hand = null;
    for (const { fail } of this.waiting.values()) fail(new Error(why));
    this.waiting.clear();
  }

  private hired(): DeskHand {
    if (this.hand) return this.hand;
    const hand = this.spawn();
    this.hand = hand;
    hand.onmessage = ({ data }) => {
      if (data.type === 'failed') {
        this.close(`The engine stopped: ${data.message}`);
        return;
      }
      this.waiting.get(data.id)?.give(data.answer);
      this.waiting.delete(data.id);
    };
    hand.onerror = (event) => {
      event.preventDefault();
      this.close(event.message || 'The engine stopped unexpectedly.');
    };
    return hand;
  }
}
