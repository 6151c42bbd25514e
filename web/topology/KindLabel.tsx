/** The kinds of a link other than the defaults, each with its mark: a crossbar, packets before a gate, loops of fiber. */
import type { Shown } from './kinds';

interface Props {
  kinds: readonly Shown[];
  x: number;
  /** Baseline of the text. */
  y: number;
  /** Whether marks are shown without names. */
  compact: boolean;
}

/** Marks and names of kinds, in a row from `x`. */
export function KindLabel({ kinds, x, y, compact }: Props) {
  let at = x;
  return kinds.map(({ section, mark }) => {
    const left = at;
    const name = compact && mark ? '' : section.label;
    at += (mark ? MARK : 0) + (name === '' ? 0 : name.length * LETTER + 12);
    return (
      <g key={section.id} className="topo-kind">
        {name === '' && <title>{section.label}</title>}
        {mark && <path d={mark} transform={`translate(${left} ${y - 11})`} />}
        {name !== '' && (
          <text className="topo-quiet" x={left + (mark ? MARK : 0)} y={y}>
            {name}
          </text>
        )}
      </g>
    );
  });
}

/** Width of a mark with the gap after it, pixels. */
const MARK = 20;
/** Approximate width of a letter, pixels. */
const LETTER = 6.6;
