import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineClient, EngineFailure, SILENCE_S, type ClientEvents } from './client';
import { fakeScenario } from './testing/fake-engine';
import { FakeWorker } from './testing/fake-worker';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function started() {
  const workers: FakeWorker[] = [];
  const events = {
    onReady: vi.fn<ClientEvents['onReady']>(),
    onFrame: vi.fn<ClientEvents['onFrame']>(),
    onState: vi.fn<ClientEvents['onState']>(),
    onLayout: vi.fn<ClientEvents['onLayout']>(),
    onStep: vi.fn<ClientEvents['onStep']>(),
    onWarnings: vi.fn<ClientEvents['onWarnings']>(),
    onFiles: vi.fn<ClientEvents['onFiles']>(),
    onFailed: vi.fn<ClientEvents['onFailed']>(),
  };
  const client = new EngineClient(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  }, events);
  client.start();
  await vi.advanceTimersByTimeAsync(10);
  return { client, events, workers, worker: workers[0]! };
}

/** Lets time pass until `promise` is settled. */
async function settled<T>(promise: Promise<T>, ms = 50): Promise<T> {
  const guarded = promise.catch((error: unknown) => ({ thrown: error }));
  await vi.advanceTimersByTimeAsync(ms);
  const result = await guarded;
  if (typeof result === 'object' && result !== null && 'thrown' in result) throw result.thrown as Error;
  return result;
}

const PLAY = { until_s: 0, play: true };

describe('the client', () => {
  it('numbers the runs, and distinguishes a refusal from a failure', async () => {
    const { client } = await started();
    const first = await settled(client.open(fakeScenario(), PLAY));
    expect(first).toMatchObject({ ok: true, value: { run: 1 } });
    const second = await settled(client.open({ refuse: 'no' }, PLAY));
    expect(second).toEqual({ ok: false, problems: [{ path: 'refuse', message: 'no' }] });
    const third = await settled(client.open(fakeScenario(), PLAY));
    expect(third).toMatchObject({ ok: true, value: { run: 3 } });
  });

  it('matches answers to questions', async () => {
    const { client } = await started();
    const all = Promise.all([
      client.ask((api) => api.check({ refuse: 'a' })),
      client.ask((api) => api.check({ refuse: 'b' })),
    ]);
    expect(await settled(all)).toMatchObject([
      { problems: [{ message: 'a' }] },
      { problems: [{ message: 'b' }] },
    ]);
    await expect(settled(client.ask((api) => api.summary()))).rejects.toThrow('There is no run yet.');
  });

  it('terminates an engine that does not answer', async () => {
    const { client, events, worker } = await started();
    worker.deaf = true;
    const answer = settled(client.open(fakeScenario(), PLAY), (SILENCE_S + 1) * 1000);
    await expect(answer).rejects.toThrow(EngineFailure);
    expect(events.onFailed).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('10 seconds'), 0);
    expect(worker.terminated).toBe(true);
  });

  it('terminates a playing engine that sends no frames, but not a paused one', async () => {
    for (const play of [true, false]) {
      const { client, events, worker } = await started();
      await settled(client.open(fakeScenario(), { until_s: 0, play }));
      worker.deaf = true;
      client.requestFrame(undefined);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(events.onFailed).toHaveBeenCalledTimes(play ? 1 : 0);
    }
  });

  it('restarts after a failure, and ignores messages of the old worker', async () => {
    const { client, events, workers, worker } = await started();
    worker.die('out of memory');
    expect(events.onFailed).toHaveBeenCalledExactlyOnceWith('out of memory', 0);
    await expect(client.open(fakeScenario(), PLAY)).rejects.toThrow(EngineFailure);
    client.start();
    await vi.advanceTimersByTimeAsync(10);
    worker.terminated = false;
    worker.emit({ type: 'failed', run: 1, t_s: 0, message: 'late' });
    await vi.advanceTimersByTimeAsync(10);
    expect(workers).toHaveLength(2);
    expect(events.onReady).toHaveBeenCalledTimes(2);
    expect(await settled(client.open(fakeScenario(), PLAY))).toMatchObject({ ok: true, value: { run: 2 } });
    expect(events.onFailed).toHaveBeenCalledTimes(1);
  });

  it('rejects open requests when the engine fails', async () => {
    const { client, events } = await started();
    await settled(client.open(fakeScenario({ trap_s: 0.2 }), PLAY));
    await vi.advanceTimersByTimeAsync(1000);
    expect(events.onFailed).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('(unreachable)'),
      expect.closeTo(0.2, 1),
    );
    await expect(client.ask((api) => api.summary())).rejects.toThrow(EngineFailure);
  });

  it('cancels any request: it is rejected with an AbortError and its late answer changes nothing', async () => {
    const { client, events } = await started();
    await settled(client.open(fakeScenario(), { until_s: 0, play: false }));
    const requests: ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => client.ask((api) => api.summary(), signal),
      (signal) => client.edit(1, [{ path: 'seed', value: 2 }], signal),
      (signal) => client.open(fakeScenario(), { until_s: 0, play: false }, signal),
    ];
    for (const request of requests) {
      const controller = new AbortController();
      const answer = request(controller.signal);
      controller.abort();
      await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(await settled(client.ask((api) => api.minimal({ a: 1 })))).toEqual({ a: 1 });
    expect(events.onFailed).not.toHaveBeenCalled();
  });

  it('does not send a request that was canceled before', async () => {
    const { client, worker } = await started();
    await expect(client.ask((api) => api.summary(), AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(worker.sent('summary')).toEqual([]);
  });

  it('ignores a cancellation after the answer', async () => {
    const { client } = await started();
    const controller = new AbortController();
    const answer = client.ask((api) => api.minimal({ a: 1 }), controller.signal);
    await vi.advanceTimersByTimeAsync(50);
    controller.abort();
    expect(await answer).toEqual({ a: 1 });
  });

  it('does not terminate a silent engine without open requests', async () => {
    const { client, events, worker } = await started();
    worker.deaf = true;
    const controller = new AbortController();
    const answer = settled(client.open(fakeScenario(), PLAY, controller.signal), 1000);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events.onFailed).not.toHaveBeenCalled();
  });

  it('terminates its worker and rejects open requests when it is closed', async () => {
    const { client, events, worker } = await started();
    const answer = client.ask((api) => api.minimal({}));
    client.close();
    await expect(answer).rejects.toThrow(EngineFailure);
    expect(worker.terminated).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events.onFailed).not.toHaveBeenCalled();
  });
});
