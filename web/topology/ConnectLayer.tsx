/** The targets of a connection in progress, and the line to the marked one. */
import type { Group } from '../scenario/types';
import { useCanvas, type Connecting } from './canvas';
import type { PlacedTarget } from './connect';
import { sinkOf, sourceOf } from './layout';
import { looseWire } from './wires';

interface Props {
  group: Group;
  connecting: Connecting;
  targets: readonly PlacedTarget[];
  choose(index: number): void;
}

/** Layer of a connection in progress. */
export function ConnectLayer({ group, connecting, targets, choose }: Props) {
  const { placement } = useCanvas();
  const end = connecting.step === 'entry' ? sourceOf(placement, group.id) : sinkOf(placement, group.id);
  const marked = targets[connecting.choice];
  const to = connecting.held ?? marked?.point;
  return (
    <g className="topo-connect">
      {end && to && <path className="topo-loose" d={looseWire(end.port, marked?.point ?? to, end.side)} />}
      {targets.map(({ point, label }, index) => (
        <g
          key={label}
          className="topo-target"
          data-marked={index === connecting.choice || undefined}
          onClick={() => choose(index)}
          onPointerDown={(event) => event.stopPropagation()}
        >
          <title>{label}</title>
          <circle className="topo-hit" cx={point.x} cy={point.y} r={20} />
          <circle className="topo-target-ring" cx={point.x} cy={point.y} r={13} />
        </g>
      ))}
    </g>
  );
}
