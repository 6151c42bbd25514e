/** Range in which the answer is expected, on an axis of sizes with the rules for buffer sizing; it narrows as runs end. */
import type { Advice, Estimate } from '../sweep/advice-types';
import { useWidth } from '../ui/useWidth';
import { estimateText } from './adviceText';
import { ADVICE } from './lazyStrings';

interface Props {
  advice: Advice;
  estimate: Estimate;
}

/** Height of the picture, of its axis and of the names above it, pixels. */
const HEIGHT = 46;
const AXIS = 32;
const NAMES = 12;
/** Space at each end, pixels. */
const PAD = 24;
/** Least distance between two names, pixels. */
const APART = 60;

/** Draws the range; the sentence below says the same. */
export function EstimateRange({ advice, estimate }: Props) {
  const [frame, width] = useWidth();
  const { answer } = advice;
  const rules = rulesOf(advice);
  const ends = [estimate.low ?? estimate.high, estimate.high].map(({ bytes }) => bytes);
  const sizes = [...ends, ...rules.map(({ bytes }) => bytes)];
  const low = Math.log(Math.min(...sizes) / 2);
  const high = Math.log(Math.max(...sizes) * 2);
  const x = (bytes: number): number => PAD + ((Math.log(bytes) - low) / (high - low)) * (width - 2 * PAD);
  const from = estimate.low ? x(estimate.low.bytes) : PAD;
  const to = x(estimate.high.bytes);
  return (
    <figure className="estimate" ref={frame} data-testid="advice-estimate">
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <line className="interval-axis" x1={PAD} x2={width - PAD} y1={AXIS} y2={AXIS} />
        <rect
          className="estimate-range"
          x={from}
          y={AXIS - 6}
          width={Math.max(3, to - from)}
          height={12}
          rx={3}
        />
        {rules.map(({ name, bytes }, i) => {
          const isFree = i === 0 || Math.abs(x(bytes) - x(rules[0]!.bytes)) > APART;
          return (
            <g key={name} className="estimate-rule">
              <line x1={x(bytes)} x2={x(bytes)} y1={NAMES + 4} y2={AXIS + 8} />
              {isFree && (
                <text x={x(bytes)} y={NAMES} textAnchor="middle">
                  {name}
                </text>
              )}
            </g>
          );
        })}
        {answer && <circle className="interval-met" cx={x(answer.bytes)} cy={AXIS} r={4} />}
      </svg>
      <figcaption className="note">{estimateText(estimate, advice)}</figcaption>
    </figure>
  );
}

/** Returns the rules for buffer sizing that this network has, the largest first. */
function rulesOf({ bdp_bytes, flows }: Advice): { name: string; bytes: number }[] {
  if (!bdp_bytes) return [];
  const all = [{ name: ADVICE.bdp, bytes: bdp_bytes }];
  return flows > 1 ? [...all, { name: ADVICE.bdpRootN, bytes: bdp_bytes / Math.sqrt(flows) }] : all;
}
