/** The mark of a class of traffic, with its color and shape; only an outline at the receivers. */
import type { PacketClass } from '../engine/classes';
import { MARKS } from './dropMarks';

interface Props {
  kind: PacketClass;
  x: number;
  y: number;
  hollow?: boolean;
}

/** Mark of a class, centered at (x, y). */
export function Glyph({ kind, x, y, hollow = false }: Props) {
  return (
    <path
      className={`topo-glyph topo-${kind}`}
      data-hollow={hollow || undefined}
      d={MARKS[kind]}
      transform={`translate(${x} ${y})`}
    />
  );
}

/**
 * Fills that differ in pattern as well as in color: UDP hatched, ACKs dotted, TCP plain. Rendered once per page, because
 * all drawings use the same ids.
 */
export function Patterns() {
  return (
    <svg className="topo-patterns" width="0" height="0" aria-hidden="true">
      <pattern
        id="topo-udp-fill"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect className="topo-fill-udp" width="6" height="6" />
        <rect className="topo-fill-gap" width="1.6" height="6" />
      </pattern>
      <pattern id="topo-ack-fill" width="5" height="5" patternUnits="userSpaceOnUse">
        <rect className="topo-fill-ack" width="5" height="5" />
        <circle className="topo-fill-gap" cx="2.5" cy="2.5" r="1.1" />
      </pattern>
    </svg>
  );
}
