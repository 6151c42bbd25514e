/**
 * Faults injected into the page's engine, the real one: memory that runs out, and workers that die at any
 * moment. What was lost is counted: nothing but the run, which comes back to the same digest.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { EngineClient, EngineFailure, type ClientEvents } from '../web/engine/client';
import { EngineSession } from '../web/engine/session';
import type { Report } from '../web/engine/protocol';
import { engineFromModule, type Engine } from '../web/engine/wasm';
import type * as Bindings from '../web/generated/bufferlab_wasm.js';
import { LocalWorker } from '../web/rpc/testing/local-worker';
import { cases } from './extent';
import { random } from './links/random-scenario';

const wasm = readFileSync(new URL('../web/generated/bufferlab_wasm_bg.wasm', import.meta.url));

/** Times that a worker dies. */
const KILLS = cases(30, 100);

/** A fresh instance of the engine, as a fresh worker has it. */
async function freshEngine(module: Uint8Array<ArrayBuffer>): Promise<Instance> {
  // By a name that was not asked for before: modules are kept, and with them the instance.
  const url = new URL(`../web/generated/bufferlab_wasm.js?instance=${++instances}`, import.meta.url);
  const bindings = (await import(/* @vite-ignore */ url.href)) as typeof Bindings;
  const { memory } = bindings.initSync({ module });
  return { engine: engineFromModule(bindings), memory };
}

let instances = 0;

interface Instance {
  engine: Engine;
  memory: WebAssembly.Memory;
}

/** The same module with at most so many pages of 64 kB of memory, where a page has up to 4 GB. */
function withMemoryOf(pages: number, module: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = [...module];
  const leb = (at: number): { value: number; next: number } => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return { value, next: at };
    }
  };
  const encoded = (value: number): number[] => {
    const out = [];
    for (; value >= 0x80; value >>>= 7) out.push((value & 0x7f) | 0x80);
    return [...out, value];
  };
  const MEMORY = 5;
  for (let at = 8; at < bytes.length;) {
    const { value: size, next } = leb(at + 1);
    if (bytes[at] === MEMORY) {
      // One memory, without a maximum, and its least number of pages.
      expect([bytes[next], bytes[next + 1]]).toEqual([1, 0]);
      const section = [1, 1, ...encoded(leb(next + 2).value), ...encoded(pages)];
      return Uint8Array.from([
        ...bytes.slice(0, at),
        MEMORY,
        ...encoded(section.length),
        ...section,
        ...bytes.slice(next + size),
      ]);
    }
    at = next + size;
  }
  throw new Error('the module has no memory');
}

/** A worker in this thread with a real engine, which can die as one does that the browser takes away. */
function mortalWorker(instance: Instance): LocalWorker<Report> {
  const session = new EngineSession({
    ...instance,
    clock_ms: () => performance.now(),
    post: (report) => worker.emit(report),
    wake: () => void setImmediate(() => worker.terminated || session.turn()),
    reportSoon: () => void setImmediate(() => worker.terminated || session.report()),
  });
  const worker = new LocalWorker<Report>(session, setImmediate);
  setImmediate(() => session.start());
  return worker;
}

/** A page's end: its client, the last state it received, and the worker in use. */
function page(instanceOf: () => Instance) {
  const received = { ready: 0, t_s: 0, playing: false, failures: [] as string[] };
  let worker: LocalWorker<Report> | null = null;
  const events: ClientEvents = {
    onReady: () => void (received.ready += 1),
    onFrame: () => undefined,
    onState: ({ t_s, playing }) => void Object.assign(received, { t_s, playing }),
    onLayout: () => undefined,
    onStep: () => undefined,
    onWarnings: () => undefined,
    onFiles: () => undefined,
    onFailed: (message) => void received.failures.push(message),
  };
  const client = new EngineClient(() => (worker = mortalWorker(instanceOf())), events);
  return { client, received, worker: () => worker! };
}

const passed = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function until(holds: () => boolean, what: string): Promise<void> {
  for (let turns = 0; !holds(); turns++) {
    if (turns > 100_000) throw new Error(`never: ${what}`);
    await passed();
  }
}

function preset(engine: Engine, id: string): Record<string, unknown> {
  return engine.presets().find((one) => one.id === id)!.scenario as Record<string, unknown>;
}

describe('memory that runs out', () => {
  let small: Uint8Array<ArrayBuffer>;
  beforeAll(() => {
    small = withMemoryOf(32 * 16, wasm);
  });

  it('is reported as text, and a fresh engine runs the same experiment with less', async () => {
    let instance = await freshEngine(small);
    const { engine } = instance;
    const { client, received } = page(() => instance);
    client.start();
    await until(() => received.ready === 1, 'ready');
    const scenario = preset(engine, 'anomaly');
    const large = engine.apply(scenario, [{ path: 'groups.tcp.count', value: 90_000 }]);
    if (!large.ok) throw new Error('it is within the limits');
    const run = client.open(large.scenario, { until_s: 100, play: false });
    run.catch(() => undefined);
    await until(() => received.failures.length > 0, 'a failure');
    expect(received.failures).toEqual([expect.stringMatching(/ran out of memory at \d+ MB/)]);
    await expect(client.ask((api) => api.summary())).rejects.toBeInstanceOf(EngineFailure);

    instance = await freshEngine(small);
    client.start();
    await until(() => received.ready === 2, 'ready again');
    const opened = await client.open(scenario, { until_s: 1, play: false });
    expect(opened).toMatchObject({ ok: true });
    await until(() => received.t_s >= 1, 'the moment');
    expect((await client.ask((api) => api.summary())).digest).toMatch(/^[0-9a-f]{16}$/);
    client.close();
  }, 60_000);
});

describe('a worker that dies', () => {
  it(`${KILLS} times at any moment costs nothing: the run comes back to the same digest`, async () => {
    const instance = await freshEngine(wasm);
    const scenario = { ...preset(instance.engine, 'one-flow'), duration_s: 30, warmup_s: 1 };
    const { client, received, worker } = page(() => instance);
    const next = random(1);

    /** The document run to its end, unless the worker dies after so many turns; the digest if it did not. */
    const comeBack = async (document: unknown, diesAfter: number): Promise<string | null> => {
      const before = received.ready;
      client.start();
      if (diesAfter === 0) {
        worker().die('killed');
        return null;
      }
      await until(() => received.ready > before, 'ready');
      const { length } = received.failures;
      received.t_s = 0;
      const opened = client.open(document, { until_s: 30, play: false });
      opened.catch(() => undefined);
      for (let turn = 0; received.t_s < 30 || turn < 2; turn++) {
        if (turn >= diesAfter) worker().die('killed');
        if (received.failures.length > length) return null;
        await passed();
      }
      if (diesAfter === Infinity) return (await client.ask((api) => api.summary())).digest;
      // Over before its time had come: it dies at rest.
      worker().die('killed');
      return null;
    };

    const straight = await comeBack(scenario, Infinity);
    expect(received.failures).toEqual([]);
    expect(straight).toMatch(/^[0-9a-f]{16}$/);
    let lost = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      expect(await comeBack(scenario, Math.floor(next() * 20))).toBeNull();
      // Most come back through several deaths in a row; every tenth run is seen to its end.
      if (kill % 10 === 9 && (await comeBack(scenario, Infinity)) !== straight) lost += 1;
    }
    expect(received.failures).toEqual(Array.from({ length: KILLS }, () => 'killed'));
    expect(lost).toBe(0);
    client.close();
  }, 300_000);
});
