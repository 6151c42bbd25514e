/**
 * Measures one case: runs it without measuring until its start time, then for `WALL_S` of wall time.
 *
 * `npm run bench -- counts` counts the instructions of some milliseconds. Clocks of browsers need longer, so that the run
 * goes on after the end of the case. Time series are recorded in every case, as in the Lab.
 */
import type { Patch } from '../scenario/types';
import { fileNamed } from './cases';
import type { BenchCase, Measured } from './protocol';

/** Measured wall time per case, seconds. */
export const WALL_S = 2;
/** Events per slice, which take a few milliseconds. */
const SLICE_EVENTS = 20_000;
/** Simulated time of a run, seconds. The measurement ends before. */
const DURATION_S = 1e5;

/** Part of the engine's bindings that a measurement needs. */
export interface BenchEngine {
  engine_version(): string;
  presets_json(): string;
  apply_json(scenario: string, patches: string): string;
  Lab: new (scenario: string) => BenchLab;
}

interface BenchLab {
  free(): void;
  now_s(): number;
  advance(until_s: number, max_events: number): boolean;
  forwarded(): number;
  digest(): string;
}

/** Clock, memory and listener of a measurement. */
export interface Surroundings {
  memory: { readonly buffer: { readonly byteLength: number } };
  /** Returns the wall time in ms. */
  clock_ms(): number;
  /** Called after each slice with the completed share, 0 to 1. */
  onProgress(done: number): void;
}

/** Measures a case. Throws if the engine does not accept its scenario. */
export function measure(engine: BenchEngine, item: BenchCase, around: Surroundings): Measured {
  const lab = new engine.Lab(scenarioOf(engine, item));
  const warm = WARM_SHARE / item.from_s;
  advance(lab, item.from_s, () => around.onProgress(warm * lab.now_s()));
  const from = { packets: lab.forwarded(), t_s: lab.now_s(), ms: around.clock_ms() };
  const wall_s = (): number => (around.clock_ms() - from.ms) / 1000;
  const report = (): void =>
    around.onProgress(Math.min(1, WARM_SHARE + (1 - WARM_SHARE) * (wall_s() / WALL_S)));
  advance(lab, item.to_s, report);
  const digest = lab.digest();
  while (wall_s() < WALL_S && !lab.advance(DURATION_S, SLICE_EVENTS)) report();
  const measured_s = wall_s();
  const result: Measured = {
    packets_per_s: (lab.forwarded() - from.packets) / measured_s,
    simulated_per_s: (lab.now_s() - from.t_s) / measured_s,
    memory_bytes: around.memory.buffer.byteLength,
    same: item.digest === null ? null : digest === item.digest,
    engine: engine.engine_version(),
  };
  lab.free();
  return result;
}

/** Share of the progress that the run before the measurement has. */
const WARM_SHARE = 0.3;

function advance(lab: BenchLab, until_s: number, onSlice: () => void): void {
  while (!lab.advance(until_s, SLICE_EVENTS)) onSlice();
}

/** Returns the scenario of a case as JSON. */
function scenarioOf(engine: BenchEngine, { name, scenario, patches }: BenchCase): string {
  const presets = JSON.parse(engine.presets_json()) as { id: string; scenario: object }[];
  const document = presets.find(({ id }) => id === scenario)?.scenario ?? fileNamed(scenario);
  const longer: Patch = { path: 'duration_s', value: DURATION_S };
  const applied = engine.apply_json(JSON.stringify(document), JSON.stringify([...patches, longer]));
  const checked = JSON.parse(applied) as { ok: boolean; scenario: object };
  if (!checked.ok) throw new Error(`${name}: ${applied}`);
  return JSON.stringify(checked.scenario);
}
