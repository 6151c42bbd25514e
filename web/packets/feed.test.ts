/** The feed of packets with a stand-in for its thread, which captures a segment each 0.1 s. */
import { beforeEach, describe, expect, it } from 'vitest';
import { PacketFeed, type CaptureThread, type Watched } from './feed';
import { KINDS } from './packet';

const LENGTH = 20;

class FakeThread {
  ended = false;
  from_s = 0;
  now_s = 0;
  begun: number[] = [];
  fails = false;

  call = async (ask: (api: object) => Promise<unknown>): Promise<unknown> => {
    if (this.fails) throw new Error('no memory');
    return ask({ begin: this.begin, advance: this.advance });
  };

  end = (): void => {
    this.ended = true;
  };

  private begin = ({ from_s }: { from_s: number }): Promise<unknown> => {
    this.from_s = from_s;
    this.now_s = 0;
    this.begun.push(from_s);
    return Promise.resolve({ points: ['sender'], reasons: [], rowLength: LENGTH });
  };

  private advance = (until_s: number): Promise<Float64Array> => {
    const first = Math.ceil(this.from_s * 10 - 1e-9);
    const places = [];
    for (let place = first; place <= until_s * 10 + 1e-9; place++)
      if (place > this.now_s * 10 + 1e-9 || this.now_s === 0) places.push(place);
    this.now_s = until_s;
    const rows = places.flatMap((place) => {
      const row = new Array<number>(LENGTH).fill(0);
      [row[0], row[1], row[2]] = [place - first, place / 10, KINDS.indexOf('segment')];
      return row;
    });
    return Promise.resolve(Float64Array.from(rows));
  };
}

let threads: FakeThread[] = [];
let changes = 0;
let feed: PacketFeed;

const watched = (flow = 0): Watched => ({ document, files, flow, point: 'sender' });
const document = {} as Watched['document'];
const files: Watched['files'] = [];
const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

beforeEach(() => {
  threads = [];
  changes = 0;
  feed = new PacketFeed(
    () => {
      const thread = new FakeThread();
      threads.push(thread);
      return thread as unknown as CaptureThread;
    },
    () => (changes += 1),
  );
});

describe('the feed', () => {
  it('captures from a little before the visible interval and follows the time', async () => {
    feed.watch(watched());
    feed.want(10, 12);
    await settled();
    expect(threads[0]?.begun).toEqual([8]);
    feed.want(10.5, 12.5);
    await settled();
    expect(threads[0]?.begun, 'one run').toHaveLength(1);
    expect(feed.state.known_s).toBe(12.5);
    expect(feed.state.list.within(12, 13)).toHaveLength(6);
    expect(changes).toBeGreaterThan(1);
  });

  it('begins again for packets before the first captured ones, and for another flow', async () => {
    feed.watch(watched());
    feed.want(10, 12);
    await settled();
    feed.want(3, 5);
    await settled();
    expect(threads[0]?.begun).toEqual([8, 1]);
    feed.watch(watched(1));
    await settled();
    expect(threads[0]?.begun).toHaveLength(3);
    feed.watch(watched(1));
    await settled();
    expect(threads[0]?.begun, 'the same request').toHaveLength(3);
  });

  it('reports a failure, and tries again with another request', async () => {
    feed.watch(watched());
    feed.want(0, 1);
    await settled();
    threads[0]!.fails = true;
    feed.want(0, 2);
    await settled();
    expect(feed.state.failure).toBe('no memory');
    expect(threads[0]?.ended).toBe(true);
    feed.watch(watched(1));
    await settled();
    expect(feed.state.failure).toBeNull();
    expect(threads).toHaveLength(2);
  });

  it('ends its thread when nothing is watched', async () => {
    feed.watch(watched());
    feed.want(0, 1);
    await settled();
    feed.close();
    expect(threads[0]?.ended).toBe(true);
    expect(feed.state.list.within(0, 1)).toEqual([]);
  });
});
