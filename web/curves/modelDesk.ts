/** Asks a worker of its own what models give, and remembers the answers: a line over a curve is sixty of them. */
import type { HandLike } from '../study/crew';
import type { ModelAsked, Modelled } from '../study/protocol';

export class ModelDesk {
  private worker: HandLike | null = null;
  private lastId = 0;
  private readonly waiting = new Map<number, (given: readonly Modelled[]) => void>();
  private readonly known = new Map<string, Modelled>();

  constructor(private readonly spawn: () => HandLike) {}

  /** What the models give, in the order asked; null for what they cannot be asked, or where the engine is broken. */
  async ask(asked: readonly ModelAsked[]): Promise<readonly Modelled[]> {
    const missing = asked.filter((one) => !this.known.has(keyOf(one)));
    if (missing.length > 0) {
      const given = await this.request(missing);
      if (this.known.size > MOST_KNOWN) this.known.clear();
      missing.forEach((one, i) => this.known.set(keyOf(one), given[i] ?? null));
    }
    return asked.map((one) => this.known.get(keyOf(one)) ?? null);
  }

  close(): void {
    this.worker?.terminate();
    this.worker = null;
    for (const resolve of this.waiting.values()) resolve([]);
    this.waiting.clear();
  }

  private request(asked: readonly ModelAsked[]): Promise<readonly Modelled[]> {
    const id = ++this.lastId;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.hired().postMessage({ type: 'model', id, asked });
    });
  }

  private hired(): HandLike {
    if (this.worker) return this.worker;
    const worker = this.spawn();
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (data.type === 'failed') this.close();
      if (data.type !== 'modelled') return;
      this.waiting.get(data.id)?.(data.given);
      this.waiting.delete(data.id);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.close();
    };
    return worker;
  }
}

/** Beyond, all is asked again. */
const MOST_KNOWN = 20_000;

function keyOf({ model, given }: ModelAsked): string {
  return `${model} ${JSON.stringify(given)}`;
}
