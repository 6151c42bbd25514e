/** The state of the run in words, for those who listen to the lab instead of looking at it. */
import { figure, percent } from '../controls/quantity';
import { CLASSES, CLASS_LABEL, type PacketClass } from '../engine/classes';
import { countedIn } from '../engine/counted';
import { NOW_PER_GROUP, NOW_PER_LINK, type Frame, type Layout } from '../engine/protocol';

/** Some sentences: the time, each queue with its losses, each group with its rate. */
export function narrate(
  frame: Pick<Frame, 't_s' | 'playing' | 'ended' | 'seeking' | 'now'>,
  layout: Layout,
): string {
  const state = frame.ended ? 'ended' : frame.seeking ? 'hurrying' : frame.playing ? 'running' : 'paused';
  const sentences = [`At ${figure(frame.t_s, 's', 4)}, ${state}.`];
  layout.links.forEach((link, index) => {
    if (link.id.endsWith(':reverse')) return;
    const [packets = NaN, bytes = NaN, , , , utilization = NaN, tcp = 0, udp = 0, ack = 0] =
      frame.now.subarray(index * NOW_PER_LINK);
    const queue =
      countedIn(link) === 'packets'
        ? packetsText(packets, link.limit_packets)
        : `${figure(bytes, 'B')} of ${figure(link.limit_bytes, 'B')}`;
    sentences.push(
      `${link.label}: ${queue} wait, ${percent(utilization)} utilised, dropped so far ${lossText(tcp, udp, ack)}.`,
    );
  });
  const groups = frame.now.subarray(layout.links.length * NOW_PER_LINK);
  layout.groups.forEach((group, index) => {
    const [throughput = NaN, cwnd = NaN] = groups.subarray(index * NOW_PER_GROUP);
    const window = group.kind === 'tcp' ? `, mean window ${figure(cwnd, 'packets')}` : '';
    sentences.push(`${group.label}: ${figure(throughput, 'b/s')}${window}.`);
  });
  return sentences.join(' ');
}

function packetsText(packets: number, limit: number | null): string {
  if (limit === null) return figure(packets, 'packets');
  return `${figure(packets, '')} of ${figure(limit, 'packets', 6)}`;
}

function lossText(tcp: number, udp: number, ack: number): string {
  const dropped: Record<PacketClass, number> = { tcp, udp, ack };
  const parts = CLASSES.filter((name) => dropped[name] > 0).map(
    (name) => `${dropped[name].toLocaleString('en')} ${CLASS_LABEL[name]}`,
  );
  return parts.length > 0 ? `${parts.join(', ')} packets` : 'nothing';
}
