/** Evaluates models on the analysis thread and caches the results: a line over a curve needs about sixty of them. */
import type { ModelAbout } from '../types/engine';
import { Analysis, type ModelOutputs, type ModelRequest } from '../sweep/analysis';

/** Cache in front of the analysis thread; the thread starts with the first request. */
export class ModelClient {
  private readonly cache = new Map<string, ModelOutputs>();

  private about: Promise<readonly ModelAbout[]> | null = null;

  constructor(private readonly thread = new Analysis()) {}

  /** Returns the outputs in the order of the requests; null for inputs that are refused, or if the engine failed. */
  async evaluate(requests: readonly ModelRequest[]): Promise<readonly ModelOutputs[]> {
    const missing = requests.filter((one) => !this.cache.has(keyOf(one)));
    if (missing.length > 0) {
      const outputs = await this.thread.call((api) => api.outputs(missing)).catch(() => null);
      if (this.cache.size > MAX_CACHED) this.cache.clear();
      if (outputs) missing.forEach((one, i) => this.cache.set(keyOf(one), outputs[i] ?? null));
    }
    return requests.map((one) => this.cache.get(keyOf(one)) ?? null);
  }

  /** Returns the known limits of a model, for any scenario; empty if the engine failed. */
  async limitsOf(model: string): Promise<string> {
    this.about ??= this.thread.call((api) => api.models());
    const about = await this.about.catch(() => {
      this.about = null;
      return [];
    });
    return about.find(({ id }) => id === model)?.fails.join(' ') ?? '';
  }

  /** Ends the analysis thread and its pending requests. */
  close(): void {
    this.thread.close();
  }
}

/** Number of cached results; the cache is emptied when it has more. */
const MAX_CACHED = 20_000;

function keyOf({ model, given }: ModelRequest): string {
  return `${model} ${JSON.stringify(given)}`;
}
