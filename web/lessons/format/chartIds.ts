/** Ids that lessons use for charts and for the picture of the network. */
import { CHARTS } from '../../charts/all';

/** Id of the picture of the network. */
export const NETWORK = 'network';

/** Ids of all charts. */
export const CHART_IDS: readonly string[] = [...new Set(CHARTS.map(({ id }) => id))];

/** Ids of all that a text can point at: charts and the picture. */
export const SHOWN_IDS: readonly string[] = [...CHART_IDS, NETWORK];
