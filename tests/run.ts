/** A run of the real engine behind the worker's session, turned by hand, asked for frames. */
import { readFileSync } from 'node:fs';
import { serialize } from 'node:v8';
import { EngineSession } from '../web/engine/session';
import type { Frame, Layout, Needs, Report, View } from '../web/engine/protocol';
import type { Summary } from '../web/engine/summary';
import { engineFromModule, type Engine } from '../web/engine/wasm';
import * as bindings from '../web/generated/bufferlab_wasm.js';

export function compiledEngine(): Engine {
  const wasm = readFileSync(new URL('../web/generated/bufferlab_wasm_bg.wasm', import.meta.url));
  bindings.initSync({ module: wasm });
  return engineFromModule(bindings);
}

/** A preset's scenario. */
export function presetOf(engine: Engine, id: string): Record<string, unknown> {
  return engine.presets().find((one) => one.id === id)!.scenario as Record<string, unknown>;
}

export interface TestRun {
  layout: Layout;
  /** A frame of this view, and what it takes on its way. */
  frame(needs: Needs, view?: Partial<View>): { frame: Frame; bytes: number };
  summary(): Summary;
}

/** A run at `until_s`, unless told otherwise asked for frames of its last 20 s, 800 columns wide as is usual. */
export function runOf(engine: Engine, scenario: unknown, until_s: number): TestRun {
  const posted: { report: Report; bytes: number }[] = [];
  const session = new EngineSession({
    engine,
    clock_ms: () => performance.now(),
    post: (report, transfer = []) => posted.push({ report, bytes: sizeOf(report, transfer) }),
    wake: () => undefined,
    reportSoon: () => undefined,
  });
  const last = <K extends Report['type']>(type: K) => {
    const found = posted.findLast(({ report }) => report.type === type);
    if (!found) throw new Error(`The session has posted no \`${type}\`.`);
    return { ...found, report: found.report as Extract<Report, { type: K }> };
  };
  const opened = session.open(1, scenario, { until_s, play: false });
  if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
  const { layout } = opened.value;
  session.report();
  while (last('state').report.seeking) session.turn();
  return {
    layout,
    frame(needs, view = {}) {
      const usual = { t0_s: 0, t1_s: 20, follow_span_s: 20, columns: 800, window_s: 0.2 };
      session.setView({ ...usual, ...view, ...needs });
      session.requestFrame();
      session.report();
      const { report, bytes } = last('frame');
      return { frame: report, bytes };
    },
    summary() {
      const summary = session.summary();
      if (!summary.ok) throw new Error('There is no run.');
      return summary.value;
    },
  };
}

/** What is handed over as memory, and what is copied. */
function sizeOf(report: Report, transfer: Transferable[]): number {
  const handed = transfer.map((memory) => (memory instanceof ArrayBuffer ? memory.byteLength : 0));
  const copied = Object.entries(report).filter(([, value]) => !ArrayBuffer.isView(value));
  return handed.reduce((sum, bytes) => sum + bytes, 0) + serialize(copied).byteLength;
}
