/** A small drawing of a preset: its network, and the queue of the first bottleneck during the run. */
import { MARKS } from '../topology/dropMarks';
import { OUTLINE } from './lazyStrings';
import { DRAWN_GROUPS, groupText, outlineText, type GroupOutline, type Outline } from './outline';
import { previewPath, type RunPreview } from './runPreview';

const WIDTH = 240;
/** Height of the drawing of the network. */
const HEIGHT = 72;
const MIDDLE = HEIGHT / 2;
/** Height of the queue of the run. */
const QUEUE = 36;

interface Props {
  outline: Outline;
  /** Queue during the run; null if none is stored. */
  preview: RunPreview | null;
}

/** Thumbnail of a preset. */
export function Thumbnail({ outline, preview }: Props) {
  const left = outline.groups.filter((group) => !group.reverse);
  const right = outline.groups.filter((group) => group.reverse);
  const { bottlenecks } = outline;
  const first = 116;
  const last = WIDTH - 34;
  const gap = bottlenecks.length > 1 ? (last - first) / (bottlenecks.length - 1) : 0;
  return (
    <svg
      className="thumbnail"
      viewBox={`0 0 ${WIDTH} ${preview ? HEIGHT + QUEUE + 6 : HEIGHT}`}
      role="img"
      aria-label={preview ? OUTLINE.withQueue(outlineText(outline), preview.window_s) : outlineText(outline)}
    >
      <line x1={first - 14} y1={MIDDLE} x2={WIDTH - 10} y2={MIDDLE} className="thumb-link" />
      <Groups groups={left} x={6} hub={first - 14} />
      <Groups groups={right} x={WIDTH - 6} hub={bottlenecks.length > 1 ? last + 24 : first + 30} mirrored />
      {bottlenecks.map((_link, index) => (
        <g key={index} transform={`translate(${first + index * gap} ${MIDDLE})`}>
          <rect x="-9" y="-11" width="26" height="22" rx="1" className="thumb-buffer" />
          <path d="M17 -11h-12v22h12z" className="thumb-fill" />
        </g>
      ))}
      {preview && (
        <g transform={`translate(6 ${HEIGHT})`}>
          <path className="thumb-axis" d={`M0 ${QUEUE}H${WIDTH - 12}`} />
          <path className="thumb-queue" d={previewPath(preview, WIDTH - 12, QUEUE)} />
        </g>
      )}
      {bottlenecks[0] && (
        <text x={first - 9} y={MIDDLE + 24} className="thumb-text">
          {bottlenecks[0].buffer}
        </text>
      )}
    </svg>
  );
}

interface GroupsProps {
  groups: GroupOutline[];
  x: number;
  /** Horizontal position at which their links join the network. */
  hub: number;
  mirrored?: boolean;
}

function Groups({ groups, x, hub, mirrored = false }: GroupsProps) {
  const drawn = groups.slice(0, DRAWN_GROUPS);
  const side = mirrored ? -1 : 1;
  return (
    <>
      {drawn.map((group, index) => {
        const y = MIDDLE + (index - (drawn.length - 1) / 2) * 16;
        return (
          <g key={group.id}>
            <path d={`M${x + side * 6} ${y}H${x + side * 84}L${hub} ${MIDDLE}`} className="thumb-access" />
            <path
              d={MARKS[group.class]}
              transform={`translate(${x + side * 4} ${y})`}
              style={{ fill: `var(--${group.color})` }}
            />
            <text x={x + side * 10} y={y - 3} className="thumb-text" textAnchor={mirrored ? 'end' : 'start'}>
              {groupText(group)}
            </text>
          </g>
        );
      })}
    </>
  );
}
