import { expect, it } from 'vitest';
import { wordsOfPath } from './path';

it('writes a path that no catalog names in words', () => {
  for (const [path, words] of [
    ['bottlenecks.r0.loss.udp', 'Loss udp of r0'],
    ['groups.bbr.goodput_bps', 'Goodput of bbr'],
    ['groups.tcp.traffic.start_s', 'Traffic start of tcp'],
    ['bottlenecks.r0.queue_delay_s.p99', 'Queue delay p99 of r0'],
    ['mean_queue_packets', 'Mean queue packets'],
    ['edges.e1', 'Edges e1'],
    ['', ''],
  ] as const)
    expect(wordsOfPath(path), path).toBe(words);
});
