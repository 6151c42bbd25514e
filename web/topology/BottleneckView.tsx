/** A bottleneck: its buffer as a tank above its link, with numbers, and the reverse direction below. */
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { useThrow } from '../ui/useThrow';
import { useFrames, useLab } from '../lab/context';
import type { Bottleneck } from '../scenario/types';
import { useCanvas } from './canvas';
import { beginDrag } from './drag';
import { move, type Element } from './edits';
import { Item } from './Item';
import { KindLabel } from './KindLabel';
import { chosenKinds, kindsText } from './kinds';
import type { PlacedBottleneck } from './layout';
import { LimitHandle } from './LimitHandle';
import { limitMax } from './limits';
import { packetSizes } from '../controls/wholePackets';
import { showFrames } from './live';
import type { Metrics } from './metrics';
import { dropOfBottleneck } from './rearrange';
import { StepDrop } from './StepDrop';
import { ReverseView } from './ReverseView';
import { tankScale, type TankScale } from './scale';
import { Scrub } from './Scrub';
import { Tank } from './Tank';
import { tankPainter } from './tankPainter';
import { ELEMENT, LABEL } from './strings';
import { levelText, limitWithin, linkSentence, nameOf, rateText, shortened, timeText } from './text';

interface Props {
  bottleneck: Bottleneck;
  place: PlacedBottleneck;
}

/** Drawing of one bottleneck. */
export function BottleneckView({ bottleneck, place }: Props) {
  const { id, queue, rate_bps } = bottleneck;
  const frames = useFrames();
  const fail = useThrow();
  const canvas = useCanvas();
  const { catalog, scenario, placement } = canvas;
  const kinds = chosenKinds(catalog, bottleneck);
  const { metrics } = placement;
  const { tank, line, box } = place;
  const max = useLab(({ catalog }) => limitMax(catalog, queue));
  const [dragged, setDragged] = useState<TankScale | null>(null);
  const { unit, limit, capacity } = dragged ?? tankScale(queue);
  const sizes =
    unit === 'bytes' ? packetSizes(scenario, `bottlenecks.${id}.queue.limit_bytes`, catalog) : null;
  const root = useRef<SVGGElement>(null);

  useEffect(() => {
    if (!root.current) return;
    return showFrames(
      frames,
      tankPainter(root.current, {
        link: id,
        scale: { unit, limit, capacity },
        tank,
        rate_bps,
        fall: { depth: tank.h * 0.9 + 24, stray: metrics.stray, size: 1 },
        compact: metrics.compact,
        thickness: line.h - 2,
      }),
      fail,
    );
  }, [frames, fail, id, unit, limit, capacity, tank, line, rate_bps, metrics]);

  const element: Element = { kind: 'bottleneck', id };
  const onPointerDown = (event: PointerEvent<SVGGElement>): void => {
    if (scenario.bottlenecks.length < 2) return;
    event.stopPropagation();
    beginDrag(event, canvas.scale(), {
      move: (dx) => {
        const drop = dropOfBottleneck(placement, id, dx);
        canvas.drag({
          name: nameOf(bottleneck),
          box: { ...tank, x: tank.x + dx },
          at: drop?.kind === 'move' ? drop.at : null,
        });
      },
      drop: (dx) => {
        canvas.drag(null);
        const drop = dropOfBottleneck(placement, id, dx);
        if (drop?.kind === 'move') canvas.apply(move(scenario, element, drop.steps));
      },
      cancel: () => canvas.drag(null),
    });
  };

  return (
    <Item
      element={element}
      what={ELEMENT.bottleneck}
      label={linkSentence('bottleneck', bottleneck, kindsText(kinds))}
      box={box}
      onPointerDown={onPointerDown}
    >
      <g ref={root}>
        <Line bottleneck={bottleneck} place={place} />
        <Tank tank={tank} scale={{ unit, limit, capacity }} ruled={!metrics.compact} />
        <Numbers name={nameOf(bottleneck)} place={place} scale={{ unit, limit, capacity }} />
        <text
          data-part="drops"
          className={metrics.compact ? undefined : 'topo-drops'}
          x={textLeft(place, metrics)}
          y={line.y + line.h + 18}
        >
          {LABEL.noDrops}
        </text>
        <KindLabel
          kinds={kinds}
          x={tank.x + tank.w + (metrics.compact ? 6 : 10)}
          y={line.y + line.h + 18}
          compact={metrics.compact}
        />
        <g data-part="marks" aria-hidden="true" />
        <StepDrop link={id} scale={{ unit, limit, capacity }} tank={tank} />
        {limit !== null && (
          <LimitHandle
            id={id}
            tank={tank}
            scale={{ unit, limit, capacity }}
            max={max}
            multiple={sizes?.largest ?? 1}
            rate_bps={rate_bps}
            onDrag={(next) => setDragged(next === null ? null : { unit, limit: next, capacity })}
          />
        )}
      </g>
      {place.reverse && <ReverseView bottleneck={bottleneck} forward={line} place={place.reverse} />}
    </Item>
  );
}

/** Link with its load; its rate and its delay are above it. */
function Line({ bottleneck: { id, rate_bps, delay_s }, place: { line, tank } }: Props) {
  const { beside, compact } = useCanvas().placement.metrics;
  const x = tank.x + tank.w + (compact ? 6 : 10);
  const end = line.x + line.w;
  const middle = line.y + line.h / 2;
  const rate = { x, y: line.y - 25 };
  const delay = beside ? { x: x + rateText(rate_bps).length * 8 + 10, y: rate.y } : { x, y: rate.y - 17 };
  return (
    <g>
      <rect className="topo-line" x={line.x} y={line.y} width={line.w} height={line.h} />
      <path data-part="line" className="topo-load" d={`M${line.x} ${middle}H${end}`} strokeWidth={0} />
      <path className="topo-arrow" d={`M${end - 14} ${middle - 4}l5 4l-5 4`} />
      <Scrub
        className="topo-quiet"
        {...delay}
        path={`bottlenecks.${id}.delay_s`}
        value={delay_s}
        least={1e-4}
        text={timeText}
      />
      <Scrub
        className="topo-strong"
        {...rate}
        path={`bottlenecks.${id}.rate_bps`}
        value={rate_bps}
        least={1e3}
        text={rateText}
      />
      <text data-part="load" className="topo-quiet" x={x} y={line.y - 9} />
    </g>
  );
}

/** Name, queue length (`62 / 100 pkt`) and time to drain, above the tank or beside it. */
function Numbers({ name, place, scale }: { name: string; place: PlacedBottleneck; scale: TankScale }) {
  const { metrics } = useCanvas().placement;
  const { beside } = metrics;
  const { tank, box } = place;
  const shown = shortened(name, beside ? 128 : 70);
  const at = beside
    ? { x: tank.x + tank.w + 10, y: tank.y + 34 }
    : { x: textLeft(place, metrics), y: tank.y - 28 };
  const from = beside ? at.x : at.x + shown.length * 9 + 8;
  // The queue length is aligned right, so that nothing moves when it gets another digit.
  const end = from + widthOf(levelText(scale.limit ?? 99, scale.unit, scale.limit).padStart(2, '0'));
  // On phones the box has no room around it.
  const room = metrics.compact ? box.x + box.w - end - 6 : Infinity;
  return (
    <g>
      <text className="topo-strong" x={at.x} y={beside ? at.y - 23 : at.y}>
        {shown}
      </text>
      <text data-part="level" className="topo-figure" x={end} y={at.y} textAnchor="end">
        0
      </text>
      <text className="topo-figure-limit" x={end + 6} y={at.y}>
        {limitWithin(scale.unit, scale.limit, room)}
      </text>
      <text data-part="wait" className="topo-quiet" x={at.x} y={at.y + 17} />
    </g>
  );
}

/** Returns the left end of texts above and below a tank: its wall, or further left on phones. */
function textLeft({ tank, box, reverse }: PlacedBottleneck, { compact }: Metrics): number {
  return compact ? box.x + (reverse ? 16 : 6) : tank.x;
}

/** Width of a digit of the queue length, and of a comma or a point in it, pixels. */
const DIGIT = 12.5;
const MARK = 6;

/** Returns the width of a number, pixels. */
function widthOf(number: string): number {
  const marks = number.match(/[.,]/g)?.length ?? 0;
  return DIGIT * (number.length - marks) + MARK * marks;
}
