/**
 * The selection of charts, stored in this browser. It is a setting of the user and not of the experiment, so all runs on
 * the page show the same charts.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { BrowserStore } from '../storage/browserStore';

/** Ids of the selected charts; null for the standard charts. */
export type ChosenCharts = ReadonlySet<string> | null;

/** Id of the panel with the packets of a flow, which is chosen like a chart. */
export const PACKETS_ID = 'packets';

const KEY = 'bufferlab.charts';

const choice = createStore<{ charts: ChosenCharts }>(() => ({ charts: storedCharts() }));

/** Hook that returns the selected charts. */
export const useChosenCharts = (): ChosenCharts => useStore(choice, (state) => state.charts);

/** Selects these charts and stores the selection. */
export function chooseCharts(charts: ChosenCharts): void {
  choice.setState({ charts });
  storeCharts(charts);
}

/**
 * Shows these charts until the page is closed or the user chooses others. Charts that do not exist are ignored. The
 * stored selection stays.
 */
export function showCharts(ids: readonly string[]): void {
  choice.setState({ charts: new Set(ids) });
}

/** Reads the stored selection; null if there is none or if it cannot be read. */
export function storedCharts(): ChosenCharts {
  const ids = new BrowserStore().json(KEY);
  return Array.isArray(ids) ? new Set(ids.filter((id) => typeof id === 'string')) : null;
}

/** Without storage the selection lasts until the page is closed. */
function storeCharts(charts: ChosenCharts): void {
  const store = new BrowserStore();
  if (charts === null) store.remove(KEY);
  else store.write(KEY, JSON.stringify([...charts]));
}
