/**
 * Which charts a person chose to see, kept in this browser: the choice is theirs, not the experiment's, so
 * that all runs on the page show the same ones.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Ids of the charts; null where nothing was chosen: those shown at first. */
export type ChosenCharts = ReadonlySet<string> | null;

const KEY = 'bufferlab.charts';

const choice = createStore<{ charts: ChosenCharts }>(() => ({ charts: keptCharts() }));

export const useChosenCharts = (): ChosenCharts => useStore(choice, (state) => state.charts);

/** Shows these charts from now on, and when the page is opened again. */
export function chooseCharts(charts: ChosenCharts): void {
  choice.setState({ charts });
  keepCharts(charts);
}

/** What this browser keeps; null where nothing was chosen, or cannot be read. */
export function keptCharts(): ChosenCharts {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(ids) ? new Set(ids.filter((id) => typeof id === 'string')) : null;
  } catch {
    // No storage, as in a sandboxed frame, or text that is not ours.
    return null;
  }
}

function keepCharts(charts: ChosenCharts): void {
  try {
    if (charts === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify([...charts]));
  } catch {
    // The choice then lasts as long as the page.
  }
}
