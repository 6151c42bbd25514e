/** The lines of the models that the reader chose, worked out again whenever the scenario is another. */
import { useEffect, useMemo, useState } from 'react';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import type { ModelClient } from './modelClient';
import { inputsFor, violatedAssumptions, overlaysFor, type Overlay } from './overlays';
import type { ModelLine } from './paint';
import type { ScaleKind } from './scale';

export interface DrawnModel extends ModelLine {
  model: string;
  /** In what the scenario lies outside its assumptions. */
  outside: readonly string[];
  /** Where it is known to be wrong, whatever the scenario. */
  fails: string;
}

export interface ModelLineRequest {
  catalog: Catalog;
  client: ModelClient;
  /** The scenario at a value of the field on the x axis; null where it has none. */
  at(x: number): Scenario | null;
  x: string;
  xs: readonly number[];
  scale: ScaleKind;
  measure: string;
  chosen: readonly string[];
}

/** What of it is plain data. */
type PlainRequest = Omit<ModelLineRequest, 'catalog' | 'client' | 'at'>;

/** The models that could be drawn here. */
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

export function useModels({
  catalog,
  client,
  at,
  x,
  xs,
  scale,
  measure,
  chosen,
}: ModelLineRequest): readonly DrawnModel[] {
  const [drawn, setDrawn] = useState<readonly DrawnModel[]>([]);
  // The lists are made anew with every line that comes; their text is another only when they are.
  const request = JSON.stringify({ x, xs, scale, measure, chosen });
  useEffect(() => {
    let gone = false;
    void linesOf({ catalog, client, at, ...(JSON.parse(request) as PlainRequest) }).then((lines) => {
      if (!gone) setDrawn(lines);
    });
    return () => {
      gone = true;
    };
  }, [catalog, client, at, request]);
  return drawn;
}

/** The chosen models' lines. */
export async function linesOf({
  catalog,
  client,
  at,
  x,
  xs,
  scale,
  measure,
  chosen,
}: ModelLineRequest): Promise<DrawnModel[]> {
  const first = xs[0];
  const base = first === undefined ? null : at(first);
  if (!base || chosen.length === 0) return [];
  const overlays = overlaysFor(catalog, base, x, measure).filter(({ model }) => chosen.includes(model));
  return Promise.all(
    overlays.map(async ({ model, output, form, name }): Promise<DrawnModel> => {
      const places = form === 'vertical' ? [first!] : between(xs, scale);
      const scenarios = places.map((place) => at(place));
      const given = scenarios.map((one) => one && inputsFor(catalog, one, x, measure, model));
      const asked = given.flatMap((one) => (one ? [{ model, given: one }] : []));
      const answers = [...(await client.ask(asked))];
      const values = given.map((one) => (one ? (answers.shift()?.[output] ?? NaN) : NaN));
      const told = [base, at(xs.at(-1)!)].flatMap((one) =>
        one ? violatedAssumptions(catalog, one, x, measure, model) : [],
      );
      const fails = await client.failsOf(model);
      const common = { model, name, outside: [...new Set(told)], fails };
      return form === 'vertical'
        ? { ...common, points: [], at: Number.isNaN(values[0]) ? null : (values[0] ?? null) }
        : { ...common, points: places.map((place, i) => [place, values[i] ?? NaN] as const), at: null };
    }),
  );
}

/** The values of the study, and enough between them for a smooth line. */
function between(xs: readonly number[], scale: ScaleKind): number[] {
  const [lo, hi] = [Math.min(...xs), Math.max(...xs)];
  if (lo === hi) return [lo];
  const isLog = scale === 'log' && lo > 0;
  const more = Array.from({ length: MOST + 1 }, (_, i) =>
    isLog ? lo * (hi / lo) ** (i / MOST) : lo + ((hi - lo) * i) / MOST,
  );
  // Whole numbers stay whole: half a packet has no place in a chain.
  const whole = xs.every(Number.isInteger);
  const all = [...xs, ...more.map((x) => (whole ? Math.round(x) : x))];
  return [...new Set(all)].sort((a, b) => a - b);
}

const MOST = 60;
