/** An edge router: a small tank, and its link to the row of bottlenecks. */
import { useEffect, useRef, type PointerEvent } from 'react';
import { useThrow } from '../ui/useThrow';
import { useFrames } from '../lab/context';
import type { Edge } from '../scenario/types';
import { useCanvas } from './canvas';
import { beginDrag } from './drag';
import { move } from './edits';
import { PacerMark } from './PacerMark';
import { Item } from './Item';
import { chosenKinds, kindsText } from './kinds';
import type { PlacedEdge } from './layout';
import { showFrames, type Painter } from './live';
import { StepDrop } from './StepDrop';
import { smallTankScale } from './scale';
import { Tank } from './Tank';
import { ELEMENT } from './strings';
import { tankPainter } from './tankPainter';
import { linkSentence, nameOf, rateText, shortened } from './text';
import { edgePainter } from './wirePainter';
import { edgeWire } from './wires';

interface Props {
  edge: Edge;
  place: PlacedEdge;
}

/** Drawing of one edge router. */
export function EdgeView({ edge, place }: Props) {
  const { id, rate_bps } = edge;
  const frames = useFrames();
  const fail = useThrow();
  const canvas = useCanvas();
  const { catalog, scenario, placement } = canvas;
  const kinds = chosenKinds(catalog, edge);
  const pacer = kinds.find(({ section }) => section.id.startsWith('pacer.'));
  const { box, tank, junction } = place;
  const { unit, limit, capacity } = smallTankScale(edge.queue);
  const thickness = placement.metrics.pipe;
  // The bottleneck that its link leads to.
  const bottleneck_bps = scenario.bottlenecks[junction - Number(edge.side === 'right')]?.rate_bps ?? 0;
  const root = useRef<SVGGElement>(null);

  useEffect(() => {
    if (!root.current) return;
    const link = `edge:${id}`;
    const scale = { unit, limit, capacity };
    const fall = { depth: tank.h + 16, stray: [7, 24] as const, size: 0.7 };
    const paintTank = tankPainter(root.current, {
      link,
      scale,
      tank,
      rate_bps,
      fall,
      compact: true,
      thickness: 0,
    });
    const paintWire = edgePainter(root.current, { link, rate_bps, bottleneck_bps, thickness });
    const paint: Painter = (frame, index) => {
      paintTank(frame, index);
      paintWire(frame, index);
    };
    return showFrames(frames, paint, fail);
  }, [frames, fail, id, unit, limit, capacity, tank, rate_bps, bottleneck_bps, thickness]);

  const onPointerDown = (event: PointerEvent<SVGGElement>): void => {
    event.stopPropagation();
    beginDrag(event, canvas.scale(), {
      move: () => undefined,
      drop: (_, dy) => {
        const steps = Math.round(dy / (placement.metrics.edge.h + placement.metrics.rowGap));
        if (steps !== 0) canvas.apply(move(scenario, { kind: 'edge', id }, steps));
      },
      cancel: () => undefined,
    });
  };

  const wire = edgeWire(place);
  // Texts are beside the tank, which is on the side of the row.
  const textX = tank.x < box.x + 10 ? tank.x + tank.w + 8 : box.x + 10;
  return (
    <Item
      element={{ kind: 'edge', id }}
      what={ELEMENT.edge}
      label={linkSentence('edge', edge, kindsText(kinds))}
      box={box}
      onPointerDown={onPointerDown}
    >
      <g ref={root}>
        <path className="topo-wire" d={wire} />
        <path data-part="edge-wire" className="topo-wire-load" d={wire} strokeWidth={0} />
        <rect className="topo-chip" x={box.x} y={box.y} width={box.w} height={box.h} rx={6} />
        <text className="topo-strong" x={textX} y={box.y + box.h / 2 - 4}>
          {shortened(nameOf(edge), box.w - tank.w - 22)}
        </text>
        <text className="topo-quiet" x={textX} y={box.y + box.h / 2 + 13}>
          {placement.metrics.compact ? '' : rateText(rate_bps)}
        </text>
        <Tank tank={tank} scale={{ unit, limit, capacity }} />
        <g data-part="marks" aria-hidden="true" />
        {pacer && <PacerMark pacer={pacer} place={place} />}
        <StepDrop link={`edge:${id}`} scale={{ unit, limit, capacity }} tank={tank} />
      </g>
    </Item>
  );
}
