/** Links of the lab: the part of an address after `#`, which contains the whole experiment. */
import * as codec from '../../web/url/codec';
import { loadEngine } from './engine';
import { checkFields, checkJson, checkNumber, guarded, problem, shown } from './problem';

/** Content of a link: an experiment, or a study of many runs. */
export type DecodedLink =
  | {
      /** Kind of the content. */
      kind: 'scenario';
      /** Scenario without the fields that have their default. */
      scenario: Record<string, unknown>;
      /** Simulated time at which the page opens the run, in seconds. */
      time?: number;
      /** Scenario of the baseline with which the page compares the run. */
      baseline?: Record<string, unknown>;
    }
  | {
      /** Kind of the content. */
      kind: 'study';
      /** Study with its scenario. */
      study: Record<string, unknown>;
    };

/** Options of the function `encodeLink`. */
export interface LinkOptions {
  /** Simulated time at which the page opens the run, in seconds. */
  time?: number;
}

/**
 * Reads a link of the lab, also after a mail or chat program changed it.
 *
 * @param text - address, or the part after `#`
 * @returns the experiment or the study
 * @throws BufferlabError with the path `link`, if it is cut short, altered, or no link
 *
 * @example
 * ```js
 * const link = await encodeLink({ bottlenecks: [{ id: 'r0', rate_bps: 1e7 }] });
 * console.log(decodeLink(link).kind); // scenario
 * ```
 */
export function decodeLink(text: string): DecodedLink {
  if (typeof text !== 'string') throw problem('link', `must be a text, got ${shown(text)}`);
  const decoded = codec.decodeLink(text);
  if (!decoded.ok) throw problem('link', decoded.message);
  if ('study' in decoded) return { kind: 'study', study: decoded.study };
  const { scenario, moment, baseline } = decoded;
  if (baseline?.ok === false) throw problem('link', baseline.message);
  return {
    kind: 'scenario',
    scenario,
    ...(moment.t_s !== undefined && { time: moment.t_s }),
    ...(baseline && 'scenario' in baseline && { baseline: baseline.scenario }),
  };
}

/**
 * Returns the part of a link after the address of the lab, beginning with `#`.
 *
 * @param scenario - scenario; missing fields have their defaults
 * @throws BufferlabError if the scenario is invalid, or too big for a link
 */
export async function encodeLink(scenario: object, options: LinkOptions = {}): Promise<string> {
  checkFields(options, '', ['time']);
  if (options.time !== undefined) checkNumber(options.time, 'time', 0, 's');
  checkJson(scenario, '');
  const engine = await loadEngine();
  const minimal = guarded(() => engine.minimal(scenario));
  return linkOf(minimal, options.time);
}

/** Returns the link of a scenario without values that equal a default. */
export function linkOf(minimal: unknown, time_s?: number): string {
  const link = codec.encodeLink(minimal, time_s === undefined ? {} : { t_s: time_s });
  if (!link.ok) throw problem('scenario', link.message);
  return `#${link.fragment}`;
}
