/** A worker in tests: a session with a fake engine in the same thread. */
import { LocalWorker } from '../../rpc/testing/local-worker';
import type { Report, RunApi } from '../protocol';
import { EngineSession } from '../session';
import { fakeEngine, type FakeEngine } from './fake-engine';

type Call<Name extends keyof RunApi> = Parameters<RunApi[Name]>;

export class FakeWorker extends LocalWorker<Report> {
  readonly engine: FakeEngine;
  private readonly calls: { name: string; args: unknown[] }[];

  /** Wall time is `performance.now()`, which fake timers fake too. */
  constructor(engine: FakeEngine = fakeEngine()) {
    const calls: { name: string; args: unknown[] }[] = [];
    const call =
      (_: object, name: keyof RunApi) =>
      (...args: unknown[]) => {
        calls.push({ name, args });
        return (session[name] as (...args: unknown[]) => unknown).apply(session, args);
      };
    super(new Proxy({}, { get: call }));
    this.calls = calls;
    this.engine = engine;
    const later = (work: () => void, delay_ms = 0): void => {
      setTimeout(() => {
        if (!this.terminated && !this.deaf) work();
      }, delay_ms);
    };
    const session = new EngineSession({
      engine,
      clock_ms: () => performance.now(),
      post: (report) => this.emit(report),
      wake: (delay_ms) => later(() => session.turn(), Math.max(1, delay_ms)),
      reportSoon: () => later(() => session.report()),
    });
    setTimeout(() => session.start());
  }

  /** Arguments of the calls of one function, in order. */
  sent<Name extends keyof RunApi>(name: Name): Call<Name>[] {
    return this.calls.filter((call) => call.name === name).map(({ args }) => args as Call<Name>);
  }
}
