/** All elements of the drawing, in the order of the focus: groups, edge routers, bottlenecks. */
import { classOf } from '../engine/classes';
import { stylesOf, type GroupStyle } from '../engine/groupStyles';
import { useCanvas } from './canvas';
import { BottleneckView } from './BottleneckView';
import { EdgeView } from './EdgeView';
import { GroupView } from './GroupView';
import { sinkOf, sourceOf } from './layout';

/** Drawing of the current scenario. */
export function Picture() {
  const { catalog, scenario, placement } = useCanvas();
  const looks = stylesOf(scenario.groups.map(({ traffic }) => ({ kind: classOf(catalog, traffic) })));
  return (
    <>
      {scenario.groups.map((group, i) => {
        const look = looks[i] as GroupStyle;
        const source = sourceOf(placement, group.id);
        const sink = sinkOf(placement, group.id);
        return source && sink ? (
          <GroupView key={group.id} group={group} look={look} source={source} sink={sink} />
        ) : null;
      })}
      {scenario.edges.map((edge) => {
        const place = placement.edges.find(({ id }) => id === edge.id);
        return place ? <EdgeView key={edge.id} edge={edge} place={place} /> : null;
      })}
      {scenario.bottlenecks.map((bottleneck) => {
        const place = placement.bottlenecks.find(({ id }) => id === bottleneck.id);
        return place ? <BottleneckView key={bottleneck.id} bottleneck={bottleneck} place={place} /> : null;
      })}
      {placement.junctions.map(({ x, y }, index) => (
        <circle key={index} className="topo-junction" cx={x} cy={y} r={placement.metrics.junction} />
      ))}
    </>
  );
}
