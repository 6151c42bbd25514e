/**
 * Timed run of the engine in WebAssembly. Node and a worker in Chromium load this file.
 *
 * @typedef {{ packets: number; wall_s: number; digest: string }} Timed
 *
 * @typedef {object} Lab
 * @property {(until_s: number, max_events: number) => boolean} advance
 * @property {() => number} duration_s
 * @property {() => number} forwarded
 * @property {() => string} digest
 * @property {() => void} free
 */

/** Events per slice; the page's worker runs them in a few milliseconds. */
const SLICE = 20_000;

/**
 * Runs a scenario to its end in slices, recording, as the page does.
 *
 * @param {{ Lab: new (scenario: string) => Lab }} engine
 * @param {string} scenario
 * @returns {Timed}
 */
export function timedRun(engine, scenario) {
  const lab = new engine.Lab(scenario);
  const start = performance.now();
  while (!lab.advance(lab.duration_s(), SLICE));
  const wall_s = (performance.now() - start) / 1000;
  const timed = { packets: lab.forwarded(), wall_s, digest: lab.digest() };
  lab.free();
  return timed;
}
