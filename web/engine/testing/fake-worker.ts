/** A worker in tests: a session with a fake engine in the same thread, answering after a macrotask. */
import type { WorkerLike } from '../client';
import { EngineSession } from '../session';
import type { Command, Report } from '../protocol';
import { fakeEngine, type FakeEngine } from './fake-engine';

export class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent<Report>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  terminated = false;
  /** A deaf worker takes commands and never answers again. */
  deaf = false;
  readonly engine: FakeEngine;
  readonly commands: Command[] = [];
  private readonly session: EngineSession;

  /** Wall time is `performance.now()`, which fake timers fake too. */
  constructor(engine: FakeEngine = fakeEngine()) {
    this.engine = engine;
    this.session = new EngineSession({
      engine,
      clock_ms: () => performance.now(),
      post: (report) => this.post(report),
      wake: (delay_ms) => void setTimeout(() => this.turn(), Math.max(1, delay_ms)),
    });
    setTimeout(() => this.session.start(), 1);
  }

  postMessage(message: Command): void {
    this.commands.push(structuredClone(message));
    setTimeout(() => {
      if (!this.deaf && !this.terminated) this.session.receive(message);
    }, 1);
  }

  terminate(): void {
    this.terminated = true;
  }

  /** Commands of one type, in order. */
  sent<K extends Command['type']>(type: K): Extract<Command, { type: K }>[] {
    return this.commands.filter((command): command is Extract<Command, { type: K }> => command.type === type);
  }

  private turn(): void {
    if (!this.deaf && !this.terminated) this.session.turn();
  }

  private post(report: Report): void {
    if (!this.deaf && !this.terminated)
      this.onmessage?.({ data: structuredClone(report) } as MessageEvent<Report>);
  }
}
