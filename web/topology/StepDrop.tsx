/** The mark of a packet that the last step dropped, at the limit of the tank, with the description as a tooltip. */
import { useStepText } from '../controls/useStepText';
import { useLab } from '../lab/context';
import { MARKS } from './dropMarks';
import type { Box } from './layout';
import type { TankScale } from './scale';
import { rimOf } from './tankPainter';
import { droppedPacket } from './stepMarks';

interface Props {
  /** Id of the link in the layout. */
  link: string;
  scale: TankScale;
  tank: Box;
}

/** Mark of the last dropped packet of a link. */
export function StepDrop({ link, scale, tank }: Props) {
  const { lastStep, text } = useStepText();
  const links = useLab((s) => s.layout?.links ?? null);
  const drop = lastStep && links && droppedPacket(lastStep, links);
  if (drop?.link !== link) return null;
  const { x, y } = rimOf(scale, tank);
  return (
    <g className={`topo-${drop.kind}`} transform={`translate(${x - 12} ${y + 8})`}>
      <title>{text}</title>
      <circle className="topo-hit" r={11} />
      <path d={MARKS[drop.kind]} />
    </g>
  );
}
