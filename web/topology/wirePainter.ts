/** Painters of lines: their thickness is the share of the bottleneck's rate. */
import { readablePace } from '../samples/readable';
import { writeText } from '../ui/text';
import { partOf, setAttribute, type Painter } from './live';
import { groupThroughput, linkNow } from './now';
import { rateText } from './text';

/** Group that a painter paints, and its scale. */
export interface GroupSubject {
  group: string;
  /** Rate of the first bottleneck on the path, b/s; a line of that rate has `thickness`. */
  bottleneck_bps: number;
  thickness: number;
}

/** Returns the painter of a group. Parts in `root`: `source-wire`, `sink-wire` (paths), `rate` (text). */
export function groupPainter(root: Element, { group, bottleneck_bps, thickness }: GroupSubject): Painter {
  const wires = [partOf(root, 'source-wire'), partOf(root, 'sink-wire')];
  const rate = partOf(root, 'rate');
  const readable = readablePace();
  return (frame, index) => {
    const bps = groupThroughput(frame, index, group);
    if (bps === null) return;
    const width = wireWidth(bps, bottleneck_bps, thickness);
    for (const wire of wires) setAttribute(wire, 'stroke-width', width);
    if (readable(frame)) writeText(rate, rateText(bps));
  };
}

/** Returns the painter of an edge router's line. Part in `root`: `edge-wire`. */
export function edgePainter(
  root: Element,
  subject: { link: string; rate_bps: number; bottleneck_bps: number; thickness: number },
): Painter {
  const wire = partOf(root, 'edge-wire');
  return (frame, index) => {
    const now = linkNow(frame, index, subject.link);
    if (!now) return;
    const bps = now.utilization * subject.rate_bps;
    setAttribute(wire, 'stroke-width', wireWidth(bps, subject.bottleneck_bps, subject.thickness));
  };
}

/** Returns the thickness of a line, to scale with the bottleneck's, but at least 2 and at most `thickness`. */
export function wireWidth(bps: number, bottleneck_bps: number, thickness: number): number {
  if (!(bps > 0) || !(bottleneck_bps > 0)) return 0;
  return Math.min(thickness, Math.max(2, (bps / bottleneck_bps) * thickness));
}
