import { describe, expect, it, vi } from 'vitest';
import { LocalWorker } from './testing/local-worker';
import { Thread } from './thread';

interface Api {
  twice(value: number): number;
  late(): Promise<string>;
  fail(message: string): never;
}

function started() {
  const api: Api = {
    twice: (value) => 2 * value,
    late: () => new Promise(() => undefined),
    fail: (message) => {
      throw new RangeError(message);
    },
  };
  const worker = new LocalWorker<string>(api);
  return { worker, thread: new Thread<Api, string>(worker, 'no reason') };
}

describe('a thread', () => {
  it('answers each call with the value of the function', async () => {
    const { thread } = started();
    const answers = [1, 2, 3].map((value) => thread.call((api) => api.twice(value)));
    expect(await Promise.all(answers)).toEqual([2, 4, 6]);
  });

  it('rejects a canceled call with the reason of its signal, and answers the others', async () => {
    const { thread } = started();
    const cancel = new AbortController();
    const late = thread.call((api) => api.late(), cancel.signal);
    const other = thread.call((api) => api.twice(4));
    cancel.abort(new Error('not needed'));
    await expect(late).rejects.toThrow('not needed');
    expect(await other).toBe(8);
    await expect(thread.call((api) => api.twice(1), cancel.signal)).rejects.toThrow('not needed');
  });

  it('ends with the message of an error, which rejects all calls', async () => {
    const { thread, worker } = started();
    const late = thread.call((api) => api.late());
    const failed = thread.call((api) => api.fail('unreachable'));
    await expect(failed).rejects.toThrow('unreachable');
    await expect(late).rejects.toThrow('unreachable');
    expect(worker.terminated).toBe(true);
    await expect(thread.call((api) => api.twice(1))).rejects.toThrow('unreachable');
  });

  it('rejects its calls when the browser ends it, with or without a reason', async () => {
    for (const [message, text] of [
      ['out of memory', 'out of memory'],
      ['', 'no reason'],
    ] as const) {
      const { thread, worker } = started();
      const late = thread.call((api) => api.late());
      worker.die(message);
      await expect(late).rejects.toThrow(text);
    }
  });

  it('rejects its calls with the reason of the page that ends it', async () => {
    const { thread, worker } = started();
    const late = thread.call((api) => api.late());
    thread.end('closed');
    await expect(late).rejects.toThrow('closed');
    expect(worker.terminated).toBe(true);
  });

  it('receives events in order with answers, until it ends', async () => {
    const { thread, worker } = started();
    const received: unknown[] = [];
    thread.onEvent = (event) => received.push(event);
    worker.emit('before');
    const answer = thread.call((api) => api.twice(1)).then((value) => received.push(value));
    await answer;
    worker.emit('after');
    await thread.call((api) => api.twice(1));
    expect(received).toEqual(['before', 2, 'after']);
    worker.emit('too late');
    thread.end('closed');
    await new Promise((passed) => setTimeout(passed, 5));
    expect(received).toHaveLength(3);
  });

  it('ends after seconds of silence while it owes a message', async () => {
    vi.useFakeTimers();
    const { thread, worker } = started();
    let owes = false;
    thread.watch(10, 'silent for 10 s', () => owes);
    const late = expect(thread.call((api) => api.late())).rejects.toThrow('silent for 10 s');
    await vi.advanceTimersByTimeAsync(30_000);
    owes = true;
    await vi.advanceTimersByTimeAsync(8000);
    worker.emit('progress');
    await vi.advanceTimersByTimeAsync(8000);
    expect(thread.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(thread.ended).toBe(true);
    await late;
    vi.useRealTimers();
  });
});
