/** A group of flows: its senders, its receivers, and their lines to the row, as thick as the traffic. */
import { useEffect, useRef, type CSSProperties, type PointerEvent } from 'react';
import { useThrow } from '../ui/useThrow';
import { useFrames } from '../lab/context';
import { classOf, type DataClass } from '../engine/classes';
import type { GroupStyle } from '../engine/groupStyles';
import type { Group } from '../scenario/types';
import { useCanvas } from './canvas';
import { beginDrag } from './drag';
import { flip, move, type Element } from './edits';
import { Glyph } from './Glyph';
import { GroupPorts } from './GroupPorts';
import { Item } from './Item';
import type { Box, PlacedEnd } from './layout';
import { showFrames } from './live';
import { dropOfGroup } from './rearrange';
import { Scrub } from './Scrub';
import { stretchOf } from './stretch';
import { ELEMENT, LABEL } from './strings';
import { countText, delayText, groupSentence, nameOf, rateText, shortened } from './text';
import { groupPainter } from './wirePainter';
import { endWire } from './wires';

interface Props {
  group: Group;
  /** Style as in the charts: color and dash of the lines, color of the marks. */
  look: GroupStyle;
  source: PlacedEnd;
  sink: PlacedEnd;
}

/** Drawing of one group. */
export function GroupView({ group, look, source, sink }: Props) {
  const frames = useFrames();
  const fail = useThrow();
  const canvas = useCanvas();
  const { scenario, placement } = canvas;
  const { first, last } = stretchOf(group, scenario);
  const entered = scenario.bottlenecks[group.direction === 'forward' ? first : last];
  const bottleneck_bps = entered?.rate_bps ?? 0;
  const thickness = placement.metrics.pipe;
  const root = useRef<SVGGElement>(null);
  const kind = classOf(canvas.catalog, group.traffic);
  const { id } = group;

  useEffect(() => {
    if (!root.current) return;
    return showFrames(frames, groupPainter(root.current, { group: id, bottleneck_bps, thickness }), fail);
  }, [frames, fail, id, bottleneck_bps, thickness]);

  const element: Element = { kind: 'group', id };
  const onPointerDown = (event: PointerEvent<SVGGElement>): void => {
    event.stopPropagation();
    const { box } = source;
    beginDrag(event, canvas.scale(), {
      move: (dx, dy) => {
        const drop = dropOfGroup(scenario, placement, id, dx, dy);
        const at = drop?.kind === 'move' ? drop.at : null;
        canvas.drag({ name: nameOf(group), box: { ...box, x: box.x + dx, y: box.y + dy }, at });
      },
      drop: (dx, dy) => {
        canvas.drag(null);
        const drop = dropOfGroup(scenario, placement, id, dx, dy);
        if (drop)
          canvas.apply(drop.kind === 'flip' ? flip(scenario, id) : move(scenario, element, drop.steps));
      },
      cancel: () => canvas.drag(null),
    });
  };

  const through = scenario.bottlenecks.slice(first, last + 1).map((each) => each.id);
  return (
    <g
      ref={root}
      className="topo-group"
      data-class={kind}
      style={{ '--group': `var(--${look.color})` } as CSSProperties}
    >
      {[source, sink].map((end) => (
        <g key={end.source ? 'source' : 'sink'}>
          <path className="topo-wire" d={endWire(end)} />
          <path
            data-part={end.source ? 'source-wire' : 'sink-wire'}
            className="topo-wire-traffic"
            d={endWire(end)}
            strokeWidth={0}
            strokeDasharray={look.dash.join(' ') || undefined}
          />
        </g>
      ))}
      <Item
        element={element}
        what={ELEMENT.group}
        label={groupSentence(group, through, canvas.catalog)}
        box={source.box}
        onPointerDown={onPointerDown}
      >
        <Chip group={group} kind={kind} box={source.box} />
      </Item>
      <Sink group={group} kind={kind} end={sink} />
      <GroupPorts group={group} source={source} sink={sink} />
    </g>
  );
}

/** Name, number of flows (`tcp ×40`) and access link of a group; several flows are drawn as a stack. */
function Chip({ group, kind, box }: { group: Group; kind: DataClass; box: Box }) {
  const { compact, dense } = useCanvas().placement.metrics;
  const { x, y, w, h } = box;
  const stacked = compact && !dense;
  const count = LABEL.times(countText(group.count));
  const first = dense ? y + h / 2 + 5 : y + 17;
  const left = compact ? 20 : 26;
  const room = w - left - 10 - (stacked ? 0 : count.length * 8.5);
  return (
    <>
      {group.count > 1 && (
        <path className="topo-pile" d={`M${x + 4} ${y + h + 3}H${x + w - 3}a6 6 0 0 0 6 -6V${y + 5}`} />
      )}
      <rect className="topo-chip" x={x} y={y} width={w} height={h} rx={6} />
      <Glyph kind={kind} x={x + (compact ? 11 : 14)} y={first - 5} />
      <text className="topo-strong" x={x + left} y={first}>
        <title>{nameOf(group)}</title>
        {shortened(nameOf(group), room)}
      </text>
      <Scrub
        className="topo-count"
        anchor={stacked ? 'start' : 'end'}
        x={stacked ? x + left : x + w - 12}
        y={stacked ? first + 16 : first}
        path={`groups.${group.id}.count`}
        value={group.count}
        least={1}
        whole
        text={(value) => LABEL.times(countText(value))}
      />
      {!compact && !dense && (
        <text className="topo-quiet" x={x + 12} y={first + 16}>
          {`${rateText(group.access.rate_bps)}, ${delayText(group.access.delay_s)}`}
        </text>
      )}
    </>
  );
}

/** Receivers of a group, with the throughput of the last 100 ms. */
function Sink({ group, kind, end }: { group: Group; kind: DataClass; end: PlacedEnd }) {
  const { box, port, side } = end;
  const canvas = useCanvas();
  const { compact, dense } = canvas.placement.metrics;
  const alone = compact || dense;
  const middle = box.y + box.h / 2;
  const left = side === 'left';
  const at = left ? port.x - 14 : port.x + 14;
  return (
    <g className="topo-sink" onClick={() => canvas.select({ kind: 'group', id: group.id })}>
      <rect className="topo-hit" x={box.x} y={box.y} width={box.w} height={box.h} />
      <Glyph kind={kind} x={port.x} y={middle} hollow />
      <text
        data-part="rate"
        className="topo-rate"
        x={at}
        y={alone ? middle + 4 : middle - 1}
        textAnchor={left ? 'end' : 'start'}
      />
      {!compact && (
        <text
          className="topo-quiet"
          x={dense ? (left ? at - RATE : at + RATE) : at}
          y={middle + (dense ? 4 : 14)}
          textAnchor={left ? 'end' : 'start'}
        >
          {shortened(nameOf(group), box.w - 24 - (dense ? RATE : 0))}
        </text>
      )}
    </g>
  );
}

/** Width of the throughput of a receiver if its name is on the same line, pixels. */
const RATE = 68;
