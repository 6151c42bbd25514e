/** The reverse direction of a bottleneck, drawn small: its link, its buffer and its queue length. */
import { useEffect, useRef } from 'react';
import { useThrow } from '../ui/useThrow';
import { useFrames } from '../lab/context';
import type { Bottleneck } from '../scenario/types';
import { useCanvas } from './canvas';
import type { Box, PlacedBottleneck } from './layout';
import { showFrames } from './live';
import { StepDrop } from './StepDrop';
import { smallTankScale } from './scale';
import { Tank } from './Tank';
import { LABEL } from './strings';
import { tankPainter } from './tankPainter';
import { limitText } from './text';
import { reverseLine } from './wires';

interface Props {
  bottleneck: Bottleneck;
  /** Box of the forward link. */
  forward: Box;
  place: NonNullable<PlacedBottleneck['reverse']>;
}

/** Drawing of the reverse direction of one bottleneck. */
export function ReverseView({
  bottleneck: { id, rate_bps, reverse },
  forward,
  place: { line, tank },
}: Props) {
  const frames = useFrames();
  const fail = useThrow();
  const { placement } = useCanvas();
  const { unit, limit, capacity } = smallTankScale(reverse.queue);
  const root = useRef<SVGGElement>(null);
  const reverse_bps = reverse.rate_bps ?? rate_bps;

  useEffect(() => {
    if (!root.current) return;
    return showFrames(
      frames,
      tankPainter(root.current, {
        link: `${id}:reverse`,
        scale: { unit, limit, capacity },
        tank,
        rate_bps: reverse_bps,
        fall: { depth: tank.h, stray: [5, MARGIN - 6], size: 0.7 },
        compact: placement.metrics.compact,
        thickness: line.h - 2,
      }),
      fail,
    );
  }, [frames, fail, id, unit, limit, capacity, tank, line, reverse_bps, placement]);

  const d = reverseLine(line, forward);
  const middle = line.y + line.h / 2;
  return (
    <g ref={root}>
      <path className="topo-line topo-line-path" d={d} strokeWidth={line.h} />
      <path data-part="line" className="topo-load" d={d} strokeWidth={0} />
      <path className="topo-arrow" d={`M${line.x + 30} ${middle - 3}l-4 3l4 3`} />
      <Tank tank={tank} scale={{ unit, limit, capacity }} />
      {!placement.metrics.compact && (
        <text className="topo-quiet" x={tank.x - MARGIN - 2} y={line.y - 8} textAnchor="end">
          <tspan data-part="level">0</tspan> {limitText(unit, limit)},{' '}
          <tspan data-part="drops">{LABEL.noDrops}</tspan>
        </text>
      )}
      <g data-part="marks" aria-hidden="true" />
      <StepDrop link={`${id}:reverse`} scale={{ unit, limit, capacity }} tank={tank} />
    </g>
  );
}

/** Space beside the tank, where drops fall, pixels. */
const MARGIN = 18;
