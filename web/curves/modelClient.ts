/** StudyRequests what models give, and remembers the answers: a line over a curve is sixty of them. */
import type { ModelAbout } from '../types/engine';
import type { ModelRequest, ModelOutputs } from '../study/analysis-protocol';
import { AnalysisClient } from '../study/analysis-client';

export class ModelClient {
  private readonly known = new Map<string, ModelOutputs>();

  private about: Promise<readonly ModelAbout[]> | null = null;

  constructor(private readonly thread = new AnalysisClient()) {}

  /** What the models give, in the order asked; null for what they cannot be asked, or where the engine is broken. */
  async ask(asked: readonly ModelRequest[]): Promise<readonly ModelOutputs[]> {
    const missing = asked.filter((one) => !this.known.has(keyOf(one)));
    if (missing.length > 0) {
      const given = await this.thread.ask({ type: 'model', asked: missing }).catch(() => null);
      if (this.known.size > MOST_KNOWN) this.known.clear();
      if (given) missing.forEach((one, i) => this.known.set(keyOf(one), given[i] ?? null));
    }
    return asked.map((one) => this.known.get(keyOf(one)) ?? null);
  }

  /** Where a model is known to be wrong, whatever the scenario; nothing where the engine is broken. */
  async failsOf(model: string): Promise<string> {
    this.about ??= this.thread.ask({ type: 'models' });
    const about = await this.about.catch(() => {
      this.about = null;
      return [];
    });
    return about.find(({ id }) => id === model)?.fails.join(' ') ?? '';
  }

  close(): void {
    this.thread.close();
  }
}

/** Beyond, all is asked again. */
const MOST_KNOWN = 20_000;

function keyOf({ model, given }: ModelRequest): string {
  return `${model} ${JSON.stringify(given)}`;
}
