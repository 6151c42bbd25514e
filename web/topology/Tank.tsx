/** A buffer, drawn to scale as a tank: its walls end at the limit, and its fill is colored by class. */
import type { Box } from './layout';
import { ticksOf, type TankScale } from './scale';
import { rimOf } from './tankPainter';
import { tickText } from './text';

interface Props {
  tank: Box;
  scale: TankScale;
  /** Whether ticks with numbers are at the left wall. */
  ruled?: boolean;
}

/** The painter fills the parts `tcp`, `udp` and `ack`, and draws `moving`, a limit that the queue sets itself. */
export function Tank({ tank, scale, ruled = false }: Props) {
  const { x, w } = tank;
  const floor = tank.y + tank.h;
  const rim = rimOf(scale, tank).y;
  return (
    <g className="topo-tank">
      <rect className="topo-tank-room" x={x} y={rim} width={w} height={floor - rim} />
      <rect data-part="tcp" className="topo-level-tcp" x={x} y={floor} width={w} height={0} />
      <rect data-part="udp" className="topo-level-udp" x={x} y={floor} width={w} height={0} />
      <rect data-part="ack" className="topo-level-ack" x={x} y={floor} width={w} height={0} />
      {ruled && <Rule tank={tank} scale={scale} rim={rim} />}
      <path data-part="moving" className="topo-moving-limit" d="" />
      <path className="topo-tank-wall" d={`M${x} ${rim}V${floor}H${x + w}V${rim}`} />
    </g>
  );
}

function Rule({ tank, scale, rim }: { tank: Box; scale: TankScale; rim: number }) {
  const floor = tank.y + tank.h;
  return ticksOf(scale).map((amount) => {
    const y = floor - (amount / scale.capacity) * tank.h;
    // No ticks above the limit, nor so near to it that numbers would touch the handle.
    if (y < rim + 14) return null;
    return (
      <g key={amount} className="topo-tick">
        <path d={`M${tank.x - 5} ${y}h5`} />
        <text x={tank.x - 8} y={y + 4}>
          {tickText(amount, scale.unit, scale.limit)}
        </text>
      </g>
    );
  });
}
