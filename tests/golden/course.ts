/**
 * A preset's run in WebAssembly, to be held against `digests.json`.
 *
 * `courseOf` is also sent to browsers as source text, so it refers to nothing outside itself.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the native engine gave, by preset; `engine/core/tests/determinism.rs` writes and explains it. */
export const golden = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'digests.json'), 'utf8')) as {
    presets: Record<string, Course & { until_s: number }>;
  }
).presets;

/** Fingerprints at equal parts of the time, and figures of the first bottleneck at its end. */
export interface Course {
  stages: string[];
  packets_forwarded: number;
  utilization: number | null;
  mean_queue_packets: number | null;
  loss: number | null;
}

/** What of the generated bindings it takes. */
export interface Bindings {
  presets_json(): string;
  Lab: new (scenario: string) => {
    advance(until_s: number, max_events: number): boolean;
    digest(): string;
    summary_json(): string;
    free(): void;
  };
}

export interface Journey {
  engine: Bindings;
  /** Preset. */
  id: string;
  until_s: number;
  /** Parts of equal simulated time, eight of them ending in a stage. */
  slices: number;
  /** Events after which a slice is cut once more, as in the worker. */
  max_events: number;
}

export function courseOf({ engine, id, until_s, slices, max_events }: Journey): Course {
  const presets = JSON.parse(engine.presets_json()) as { id: string; scenario: unknown }[];
  const scenario = presets.find((preset) => preset.id === id)?.scenario;
  if (scenario === undefined) throw new Error(`The engine has no preset ${id}: is web/generated of today?`);
  const lab = new engine.Lab(JSON.stringify(scenario));
  const stages: string[] = [];
  for (let slice = 1; slice <= slices; slice += 1) {
    while (!lab.advance((until_s * slice) / slices, max_events));
    if (slice % (slices / 8) === 0) stages.push(lab.digest());
  }
  const summary = JSON.parse(lab.summary_json()) as {
    packets_forwarded: number;
    bottlenecks: {
      utilization: number | null;
      mean_queue_packets: number | null;
      loss: { all: number | null };
    }[];
  };
  lab.free();
  const [first] = summary.bottlenecks;
  return {
    stages,
    packets_forwarded: summary.packets_forwarded,
    utilization: first?.utilization ?? null,
    mean_queue_packets: first?.mean_queue_packets ?? null,
    loss: first?.loss.all ?? null,
  };
}

/** Returns the message for a run that differs from its recorded digests. */
export function advice(id: string, where: string): string {
  return (
    `${id} has other results in ${where} than in tests/golden/digests.json. If the native test (cargo test -p ` +
    'bufferlab-core --test main determinism) fails too, begin there. If it passes, the engines differ: is ' +
    'web/generated built from these sources? If so, look between the first two stages that differ for ' +
    'arithmetic that is not the same on every target: a function of std that clippy.toml forbids, usize ' +
    'beyond 32 bits, an order that depends on addresses.'
  );
}
