/** An experiment in a few words: its flows and the rates of its bottlenecks. */
import type { Catalog } from '../../engine/catalog';
import { outlineOf } from '../../presets/outline';
import { EDITOR } from '../viewStrings';

/** Largest number of rates that are named. */
const RATES = 3;

/** Returns the flows of a scenario by class and its rates: `1,000 TCP, 1 UDP, 100 Mb/s`. */
export function experimentText(scenario: unknown, catalog: Catalog | null): string {
  const { groups, bottlenecks } = outlineOf(scenario, catalog);
  const flows = new Map<string, number>();
  for (const group of groups) flows.set(group.class, (flows.get(group.class) ?? 0) + group.count);
  const rates = [...new Set(bottlenecks.map(({ rate }) => rate))];
  return EDITOR.experiment(
    [...flows].map(([name, count]) => EDITOR.flows(count, name)),
    rates.slice(0, RATES),
    rates.length > RATES,
  );
}
