/** The kinds that were chosen for a link, each with its mark: a crossbar, packets before a gate, loops of fibre. */
import type { Shown } from './kinds';

interface Props {
  kinds: readonly Shown[];
  x: number;
  /** Where the line of text stands. */
  y: number;
  /** A mark stands without its name. */
  compact: boolean;
}

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

/** Room for a mark with the gap behind it. */
const MARK = 20;
/** About the width of a letter. */
const LETTER = 6.6;
