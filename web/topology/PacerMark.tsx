/** The mark of a pacer at the outlet of its router: packets before a gate. */
import type { Shown } from './kinds';
import type { PlacedEdge } from './layout';

interface Props {
  pacer: Shown;
  place: PlacedEdge;
}

/** Mark of the pacer of an edge router. */
export function PacerMark({ pacer: { section, mark }, place: { outlet, side } }: Props) {
  // On the line, beside the tank.
  const x = outlet.x + (side === 'right' ? -OUT : OUT);
  return (
    <g className="topo-kind topo-gate" transform={`translate(${x} ${outlet.y})`}>
      <title>{section.label}</title>
      <circle r={RADIUS} />
      {mark && <path d={mark} transform="translate(-7 -7)" />}
    </g>
  );
}

const RADIUS = 11;
const OUT = 7;
