/** Describes the state of the run in sentences, for screen readers. */
import { figure, percent } from '../controls/quantity';
import { CLASSES, CLASS_LABEL, type PacketClass } from '../engine/classes';
import { countedIn } from '../engine/counted';
import { NOW_PER_GROUP, NOW_PER_LINK, type Frame, type Layout } from '../engine/protocol';
import { NARRATION } from './lazyStrings';

/** Returns sentences with the time, each queue with its drops, and each group with its rate. */
export function narrate(
  frame: Pick<Frame, 't_s' | 'playing' | 'ended' | 'seeking' | 'now'>,
  layout: Layout,
): string {
  const sentences = [NARRATION.state(figure(frame.t_s, 's', 4), stateOf(frame))];
  layout.links.forEach((link, index) => {
    if (link.id.endsWith(':reverse')) return;
    const [packets = NaN, bytes = NaN, , , , utilization = NaN, tcp = 0, udp = 0, ack = 0] =
      frame.now.subarray(index * NOW_PER_LINK);
    const queue =
      countedIn(link) === 'packets'
        ? packetsText(packets, link.limit_packets)
        : NARRATION.queueOf(figure(bytes, 'B'), figure(link.limit_bytes, 'B'));
    sentences.push(NARRATION.link(link.label, queue, percent(utilization), dropsText(tcp, udp, ack)));
  });
  const groups = frame.now.subarray(layout.links.length * NOW_PER_LINK);
  layout.groups.forEach((group, index) => {
    const [throughput = NaN, cwnd = NaN] = groups.subarray(index * NOW_PER_GROUP);
    const rate = figure(throughput, 'b/s');
    sentences.push(
      group.kind === 'tcp'
        ? NARRATION.groupWithWindow(group.label, rate, figure(cwnd, 'packets'))
        : NARRATION.group(group.label, rate),
    );
  });
  return sentences.join(' ');
}

function stateOf({ ended, seeking, playing }: Pick<Frame, 'playing' | 'ended' | 'seeking'>): string {
  if (ended) return NARRATION.ended;
  if (seeking) return NARRATION.seeking;
  return playing ? NARRATION.running : NARRATION.paused;
}

function packetsText(packets: number, limit: number | null): string {
  if (limit === null) return figure(packets, 'packets');
  return NARRATION.queueOf(figure(packets, ''), figure(limit, 'packets', 6));
}

function dropsText(tcp: number, udp: number, ack: number): string {
  const dropped: Record<PacketClass, number> = { tcp, udp, ack };
  const parts = CLASSES.filter((name) => dropped[name] > 0).map((name) =>
    NARRATION.packetsOf(dropped[name], CLASS_LABEL[name]),
  );
  return parts.length > 0 ? NARRATION.packets(parts.join(', ')) : NARRATION.nothing;
}
