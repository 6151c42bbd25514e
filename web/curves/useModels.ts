/** The lines of the models that the reader chose, worked out again whenever the scenario is another. */
import { useEffect, useMemo, useState } from 'react';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import type { ModelDesk } from './modelDesk';
import { givenFor, outsideOf, overlaysFor, type Overlay } from './overlays';
import type { ModelLine } from './paint';
import type { ScaleKind } from './scale';

export interface Drawn extends ModelLine {
  model: string;
  /** In what the scenario lies outside its assumptions. */
  outside: readonly string[];
  /** Where it is known to be wrong, whatever the scenario. */
  fails: string;
}

export interface Asked {
  catalog: Catalog;
  desk: ModelDesk;
  /** The scenario at a value of the field on the x axis; null where it has none. */
  at(x: number): Scenario | null;
  x: string;
  xs: readonly number[];
  scale: ScaleKind;
  measure: string;
  chosen: readonly string[];
}

/** What of it is plain data. */
type Wish = Omit<Asked, 'catalog' | 'desk' | 'at'>;

/** The models that could be drawn here. */
export function useOffered(
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

export function useModels({ catalog, desk, at, x, xs, scale, measure, chosen }: Asked): readonly Drawn[] {
  const [drawn, setDrawn] = useState<readonly Drawn[]>([]);
  // The lists are made anew with every line that comes; their text is another only when they are.
  const wish = JSON.stringify({ x, xs, scale, measure, chosen });
  useEffect(() => {
    let gone = false;
    void linesOf({ catalog, desk, at, ...(JSON.parse(wish) as Wish) }).then((lines) => {
      if (!gone) setDrawn(lines);
    });
    return () => {
      gone = true;
    };
  }, [catalog, desk, at, wish]);
  return drawn;
}

/** The chosen models' lines. */
export async function linesOf({ catalog, desk, at, x, xs, scale, measure, chosen }: Asked): Promise<Drawn[]> {
  const first = xs[0];
  const base = first === undefined ? null : at(first);
  if (!base || chosen.length === 0) return [];
  const overlays = overlaysFor(catalog, base, x, measure).filter(({ model }) => chosen.includes(model));
  return Promise.all(
    overlays.map(async ({ model, output, form, name }): Promise<Drawn> => {
      const places = form === 'upright' ? [first!] : between(xs, scale);
      const scenarios = places.map((place) => at(place));
      const given = scenarios.map((one) => one && givenFor(catalog, one, x, measure, model));
      const asked = given.flatMap((one) => (one ? [{ model, given: one }] : []));
      const answers = [...(await desk.ask(asked))];
      const values = given.map((one) => (one ? (answers.shift()?.[output] ?? NaN) : NaN));
      const told = [base, at(xs.at(-1)!)].flatMap((one) =>
        one ? outsideOf(catalog, one, x, measure, model) : [],
      );
      const fails = await desk.failsOf(model);
      const common = { model, name, outside: [...new Set(told)], fails };
      return form === 'upright'
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
