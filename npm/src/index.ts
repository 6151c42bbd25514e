/**
 * Packet-level simulator of router buffers: the engine of Bufferlab for Node and browsers.
 *
 * @example
 * ```js
 * import { Simulation } from 'bufferlab';
 *
 * const simulation = await Simulation.create('one-flow', { seed: 7, duration: 20 });
 * console.log(simulation.run().bottlenecks[0].utilization);
 * simulation.free();
 * ```
 *
 * @packageDocumentation
 */
export { catalog, presets } from './listings';
export { decodeLink, encodeLink } from './links';
export type { DecodedLink, LinkOptions } from './links';
export { BufferlabError } from './problem';
export { Simulation } from './simulation';
export { version } from './version';
export type {
  Advance,
  Changes,
  CreateOptions,
  RowsOptions,
  ScenarioInput,
  Series,
  SeriesOptions,
  Table,
} from './simulation';
export type {
  BottleneckSummary,
  Catalog,
  Edit,
  GroupSummary,
  LinkSummary,
  Preset,
  Problem,
  Report,
  Scenario,
  SeriesInfo,
  Warning,
} from '../../web/types/engine';
