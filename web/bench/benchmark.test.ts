import { describe, expect, it } from 'vitest';
import { LocalWorker } from '../rpc/testing/local-worker';
import { Thread } from '../rpc/thread';
import { shareOf } from './Bars';
import { Benchmark, type BenchThread } from './benchmark';
import { casesNamed } from './cases';
import type { BenchApi, Measured } from './protocol';
import { browserName, reportText } from './report';

const RESULT: Measured = {
  packets_per_s: 2_345_678,
  simulated_per_s: 187.6,
  memory_bytes: 12_345_678,
  same: true,
  engine: '0.1.0',
};

/** Benchmark of two cases whose thread does `work`. */
function benchmark(work: (name: string) => Promise<Measured>) {
  const workers: LocalWorker<number>[] = [];
  const spawn = (): BenchThread => {
    const worker = new LocalWorker<number>({ measure: ({ name }) => work(name) } satisfies Pick<
      BenchApi,
      'measure'
    >);
    workers.push(worker);
    return new Thread<BenchApi, number>(worker, 'no reason');
  };
  return { bench: new Benchmark(casesNamed(['codel']), spawn), workers };
}

const states = ({ store }: Benchmark) => store.getState().rows.map(({ state }) => state);

describe('the benchmark', () => {
  it('measures one case after another, each on a thread of its own', async () => {
    const { bench, workers } = benchmark(() => Promise.resolve(RESULT));
    expect(states(bench)).toEqual(['waiting', 'waiting']);
    await bench.start();
    expect(bench.store.getState()).toMatchObject({ phase: 'done', done: 1 });
    expect(bench.store.getState().rows[1]).toMatchObject({ item: { name: 'fq-codel' }, result: RESULT });
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, true]);
  });

  it('goes on after a case that fails', async () => {
    const { bench } = benchmark((name) =>
      name === 'codel' ? Promise.reject(new Error('out of memory')) : Promise.resolve(RESULT),
    );
    await bench.start();
    expect(states(bench)).toEqual(['failed', 'done']);
    expect(bench.store.getState().rows[0]).toMatchObject({ message: 'out of memory' });
  });

  it('keeps the results so far when it is canceled, and can run again', async () => {
    let answers = 1;
    const { bench, workers } = benchmark(() =>
      answers-- > 0 ? Promise.resolve(RESULT) : new Promise(() => undefined),
    );
    const run = bench.start();
    await expect.poll(() => states(bench)).toEqual(['done', 'running']);
    bench.cancel();
    await run;
    expect(bench.store.getState().phase).toBe('canceled');
    expect(states(bench)).toEqual(['done', 'waiting']);
    expect(workers.every(({ terminated }) => terminated)).toBe(true);
    answers = 2;
    await bench.start();
    expect(states(bench)).toEqual(['done', 'done']);
  });

  it('shows the completed share of all cases', async () => {
    const { bench, workers } = benchmark(() => new Promise(() => undefined));
    void bench.start();
    await expect.poll(() => workers.length).toBe(1);
    workers[0]!.emit(0.5);
    await expect.poll(() => bench.store.getState().done).toBe(0.25);
    bench.cancel();
  });
});

describe('the report', () => {
  it('has the engine, the browser, the cores and a line per case', async () => {
    const { bench } = benchmark((name) =>
      name === 'codel' ? Promise.resolve(RESULT) : Promise.reject(new Error('no')),
    );
    await bench.start();
    const text = reportText(bench.store.getState().rows, { userAgent: 'Netscape', cores: 8 });
    const lines = text.split('\n');
    expect(lines.slice(0, 3)).toEqual(['Bufferlab 0.1.0, benchmark', 'Browser: Netscape', '8 cores']);
    expect(lines[5]).toMatch(/^codel +2\.35 +188 +12\.3 +yes$/);
    expect(lines[6]).toMatch(/^fq-codel +failed$/);
  });

  it('names common browsers by their user agent', () => {
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
    const safari =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';
    expect(browserName(chrome)).toBe('Chrome 156');
    expect(browserName(`${chrome} Edg/156.0.0.0`)).toBe('Edge 156');
    expect(browserName(safari)).toBe('Safari 17.4');
    expect(browserName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
      'Firefox 140',
    );
    expect(browserName('Netscape')).toBe('Netscape');
  });
});

describe('the length of a bar', () => {
  it('is a share of the largest value', () => {
    const share = shareOf([1, 4], false);
    expect([share(0), share(1), share(4)]).toEqual([0, 0.25, 1]);
  });

  it('is by ratios on a logarithmic axis, on which 1 has a place', () => {
    const share = shareOf([1, 100], true);
    expect(share(1)).toBeCloseTo(1 / 3);
    expect(share(100)).toBe(1);
    expect(shareOf([2, 3], true)(1)).toBeCloseTo(1 / 2);
    expect(shareOf([0.01], true)(0.01)).toBe(0);
  });
});
