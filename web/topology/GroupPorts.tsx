/** The two ends of a group's path as handles; dragging one connects the group to another place. */
import type { PointerEvent } from 'react';
import type { Group } from '../scenario/types';
import { useCanvas, type Connecting } from './canvas';
import { entryTargets, exitTargets, targetAt } from './connect';
import { beginDrag } from './drag';
import { connect } from './edits';
import type { PlacedEnd } from './layout';
import { CONNECT } from './strings';
import { nameOf } from './text';

interface Props {
  group: Group;
  source: PlacedEnd;
  sink: PlacedEnd;
}

/** Handles for the pointer; the key `c` does the same. */
export function GroupPorts({ group, source, sink }: Props) {
  const canvas = useCanvas();
  const { scenario, placement } = canvas;

  const startAt =
    (end: PlacedEnd) =>
    (event: PointerEvent<SVGGElement>): void => {
      event.stopPropagation();
      const targets = end.source
        ? entryTargets(scenario, placement, group)
        : exitTargets(scenario, placement, group, null);
      const at = (dx: number, dy: number): Connecting => {
        const held = { x: end.port.x + dx, y: end.port.y + dy };
        const over = targetAt(targets, held);
        const choice = over ? targets.indexOf(over) : -1;
        return { group: group.id, step: end.source ? 'entry' : 'exit', entry: null, choice, held };
      };
      beginDrag(event, canvas.scale(), {
        move: (dx, dy) => canvas.connect(at(dx, dy)),
        drop: (dx, dy) => {
          canvas.connect(null);
          const chosen = targets[at(dx, dy).choice];
          if (!chosen) canvas.announce(CONNECT.unchanged(nameOf(group)));
          else canvas.apply(connect(scenario, group.id, [chosen.target]), CONNECT.unchanged(nameOf(group)));
        },
        cancel: () => canvas.connect(null),
      });
    };

  return [source, sink].map((end) => (
    <g
      key={end.source ? 'source' : 'sink'}
      className="topo-port"
      data-end={end.source ? 'source' : 'sink'}
      data-grab
      aria-hidden="true"
      onPointerDown={startAt(end)}
      onClick={() => canvas.select({ kind: 'group', id: group.id })}
    >
      <circle className="topo-hit" cx={end.port.x} cy={end.port.y} r={17} />
      {end.source && <circle className="topo-port-dot" cx={end.port.x} cy={end.port.y} r={4} />}
    </g>
  ));
}
