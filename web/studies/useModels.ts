/** Lines of the selected models over a curve, computed again when the scenario changes. */
import { useEffect, useMemo, useState } from 'react';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import type { ModelClient } from './modelClient';
import { inputsFor, violatedAssumptions, overlaysFor, type Overlay } from './overlays';
import type { ModelLine } from './paint';
import type { ScaleKind } from '../plot/scale';
import { unlessGone } from '../ui/unlessGone';

/** Line of a model, with texts about its validity. */
export interface DrawnModel extends ModelLine {
  /** The engine's name of the model. */
  model: string;
  /** Sentences about assumptions that the scenario violates. */
  violated: readonly string[];
  /** Known limits of the model, for any scenario. */
  limits: string;
}

/** Models to draw over a curve, and the curve. */
export interface ModelLineRequest {
  catalog: Catalog;
  client: ModelClient;
  /** Returns the scenario at a value of the parameter on the x axis; null if it does not exist. */
  at(x: number): Scenario | null;
  /** Path of the parameter on the x axis. */
  x: string;
  /** Values of the study, in ascending order. */
  xs: readonly number[];
  scale: ScaleKind;
  /** Path of the measure. */
  measure: string;
  /** Names of the selected models. */
  selected: readonly string[];
}

/** The part of a request that is plain data. */
type PlainRequest = Omit<ModelLineRequest, 'catalog' | 'client' | 'at'>;

/** Returns the models that can be drawn over this measure. */
export function useOverlays(
  catalog: Catalog,
  scenario: Scenario | null,
  x: string,
  measure: string,
): Overlay[] {
  return useMemo(
    () => (scenario ? overlaysFor(catalog, scenario, x, measure) : []),
    [catalog, scenario, x, measure],
  );
}

/** Returns the lines of the selected models; none until the engine has answered. */
export function useModels({ catalog, client, at, ...plain }: ModelLineRequest): readonly DrawnModel[] {
  const [drawn, setDrawn] = useState<readonly DrawnModel[]>([]);
  // Every new line of results creates new lists; their text changes only if their contents do.
  const request = JSON.stringify(plain);
  useEffect(() => {
    const parsed = JSON.parse(request) as PlainRequest;
    return unlessGone(linesOf({ catalog, client, at, ...parsed }), setDrawn);
  }, [catalog, client, at, request]);
  return drawn;
}

/** Computes the lines of the selected models. */
export async function linesOf(request: ModelLineRequest): Promise<DrawnModel[]> {
  const { catalog, client, at, x, xs, scale, measure, selected } = request;
  const first = xs[0];
  const base = first === undefined ? null : at(first);
  if (!base || selected.length === 0) return [];
  const overlays = overlaysFor(catalog, base, x, measure).filter(({ model }) => selected.includes(model));
  return Promise.all(
    overlays.map(async ({ model, output, form, name }): Promise<DrawnModel> => {
      const places = form === 'vertical' ? [first!] : between(xs, scale);
      const scenarios = places.map((place) => at(place));
      const inputs = scenarios.map((one) => one && inputsFor(catalog, one, x, measure, model));
      const requests = inputs.flatMap((one) => (one ? [{ model, given: one }] : []));
      const answers = [...(await client.evaluate(requests))];
      const values = inputs.map((one) => (one ? (answers.shift()?.[output] ?? NaN) : NaN));
      const violated = [base, at(xs.at(-1)!)].flatMap((one) =>
        one ? violatedAssumptions(catalog, one, x, measure, model) : [],
      );
      const limits = await client.limitsOf(model);
      const common = { model, name, violated: [...new Set(violated)], limits };
      return form === 'vertical'
        ? { ...common, points: [], at: Number.isNaN(values[0]) ? null : (values[0] ?? null) }
        : { ...common, points: places.map((place, i) => [place, values[i] ?? NaN] as const), at: null };
    }),
  );
}

/** Returns the values of the study, and values between them for a smooth line. */
function between(xs: readonly number[], scale: ScaleKind): number[] {
  const [lo, hi] = [Math.min(...xs), Math.max(...xs)];
  if (lo === hi) return [lo];
  const isLog = scale === 'log' && lo > 0;
  const more = Array.from({ length: STEPS + 1 }, (_, i) =>
    isLog ? lo * (hi / lo) ** (i / STEPS) : lo + ((hi - lo) * i) / STEPS,
  );
  // Whole numbers stay whole: the state of a Markov chain is a number of packets.
  const whole = xs.every(Number.isInteger);
  const all = [...xs, ...more.map((x) => (whole ? Math.round(x) : x))];
  return [...new Set(all)].sort((a, b) => a - b);
}

/** Number of steps of a model's line. */
const STEPS = 60;
