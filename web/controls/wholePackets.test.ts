import { beforeAll, describe, expect, it } from 'vitest';
import { startEngines } from '../../tests/both-engines';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import { bufferContext } from './buffer';
import { readBuffer, type BufferPlace } from './bufferText';
import { dragged, stepped, rangeAround, valueAt, type NumberKind } from './steps';
import { hasRemainder, packetSizes, remainderText } from './wholePackets';

let catalog: Catalog;
let anomaly: Scenario;

beforeAll(() => {
  const started = startEngines();
  catalog = started.catalog;
  anomaly = started.presets.get('anomaly')!;
});

const LIMIT = 'bottlenecks.r0.queue.limit_bytes';

describe('the packets of a queue', () => {
  it('are segments of 1,000 bytes and datagrams of 200 bytes in the anomaly preset', () => {
    expect(packetSizes(anomaly, LIMIT, catalog)).toEqual({ largest: 1000, mixed: true });
  });

  it('have no remainder with one size, and no maximum with an exponential distribution', () => {
    const [tcp, udp] = anomaly.groups as [Scenario['groups'][0], Scenario['groups'][0]];
    const only: Scenario = { ...anomaly, groups: [tcp] };
    expect(packetSizes(only, LIMIT, catalog)).toEqual({ largest: 1000, mixed: false });
    expect(hasRemainder(2800, packetSizes(only, LIMIT, catalog))).toBe(false);
    const drawn = { ...udp, traffic: { ...udp.traffic, packet_bytes: { exponential: 200 } } };
    expect(packetSizes({ ...anomaly, groups: [tcp, drawn] }, LIMIT, catalog)).toBeNull();
  });

  it('leave a remainder of the limit that only smaller packets can use', () => {
    const sizes = packetSizes(anomaly, LIMIT, catalog)!;
    expect([2800, 3000].map((limit) => hasRemainder(limit, sizes))).toEqual([true, false]);
    expect(remainderText(2800, sizes)).toBe(
      '2,800\u00a0B holds 2 packets of 1,000\u00a0B. Only smaller packets fit into the other 800\u00a0B.',
    );
  });
});

describe('a slider of a limit in bytes', () => {
  const kind: NumberKind = { type: 'integer', min: 1, max: 1e12, log: true, nullable: true, multiple: 1000 };

  it('stops only at whole packets', () => {
    const track = rangeAround(11_000, kind, 'B');
    for (let i = 0; i <= 100; i++) expect(valueAt(i / 100, track, kind) % 1000).toBe(0);
    for (let pixels = -600; pixels <= 600; pixels += 7) {
      expect(dragged(11_000, pixels, kind, 'B') % 1000).toBe(0);
    }
    expect(dragged(11_000, -2000, kind, 'B')).toBe(1000);
  });

  it('moves by at least one packet with each key, and from a remainder to the next whole packet', () => {
    expect(stepped(2000, 1, kind, 'B')).toBe(3000);
    expect(stepped(2000, -1, kind, 'B')).toBe(1000);
    expect(stepped(2800, 1, kind, 'B')).toBe(3000);
    expect(stepped(2800, -1, kind, 'B')).toBe(2000);
    expect(stepped(1000, -1, kind, 'B')).toBe(1000);
    expect(stepped(100_000, 1, kind, 'B')).toBe(110_000);
  });
});

describe('a buffer as text', () => {
  const read = (text: string, counted: 'packets' | 'bytes' = 'bytes') => {
    const context = bufferContext(anomaly, 'bottlenecks.r0.queue', catalog)!;
    const place: BufferPlace = { context, counted, sizes: packetSizes(anomaly, LIMIT, catalog) };
    const parsed = readBuffer(text, place);
    return parsed.ok ? parsed.value : parsed.message;
  };

  it('is read as bytes, packets, time to drain or a multiple of the bandwidth–delay product', () => {
    // 100 Mb/s; 2 × (50 + 13) ms on average: 1,575 kB.
    expect(read('11 kB')).toBe(11_000);
    expect(read('12 packets')).toBe(12_000);
    expect(read('2 ms')).toBe(25_000);
    expect(read('0.1 BDP')).toBe(158_000);
    expect(read('0.1×BDP', 'packets')).toBe(158);
    expect(read('2 ms', 'packets')).toBe(25);
    expect(read('30 kB', 'packets')).toBe(30);
    expect(read('1 BDP/√N')).toBe(50_000);
    expect(read('nothing')).toContain('0.1 BDP');
  });
});
