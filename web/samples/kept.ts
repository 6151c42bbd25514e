/** Which charts a person chose to see, kept in this browser: the choice is theirs, not the experiment's. */

const KEY = 'bufferlab.charts';

/** Ids of the charts; null where nothing was chosen, or cannot be read. */
export function keptCharts(): ReadonlySet<string> | null {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(ids) ? new Set(ids.filter((id) => typeof id === 'string')) : null;
  } catch {
    // No storage, as in a sandboxed frame, or text that is not ours.
    return null;
  }
}

export function keepCharts(charts: ReadonlySet<string> | null): void {
  try {
    if (charts === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify([...charts]));
  } catch {
    // The choice then lasts as long as the page.
  }
}
