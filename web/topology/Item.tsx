/** An element of the picture that can be walked to, selected and dragged. */
import type { PointerEvent, ReactNode } from 'react';
import { useLab } from '../lab/context';
import { countOf, warningsAbout } from '../lab/warnings';
import type { Warning } from '../scenario/types';
import { keyOf, useCanvas } from './canvas';
import type { Element } from './edits';
import type { Box } from './layout';
import { touchedKeys } from './stepMarks';

interface Props {
  element: Element;
  /** What kind of thing it is, for those who listen. */
  what: string;
  /** All that is to be known of it, in a sentence. */
  label: string;
  /** What belongs to it when it is pointed at, and what its ring encloses. */
  box: Box;
  onPointerDown?: (event: PointerEvent<SVGGElement>) => void;
  children: ReactNode;
}

export function Item({ element, what, label, box, onPointerDown, children }: Props) {
  const canvas = useCanvas();
  const key = keyOf(element);
  const selected = canvas.selected === key;
  const step = useLab(({ told, layout }) =>
    told && layout && touchedKeys(told, layout).includes(key) ? told.count : null,
  );
  const warnings = useLab((state) => warningsAbout(state, element));
  const warned = warnings.length > 0;
  const sentence = warned ? `${label}. ${countOf(warnings)}` : label;
  // A finger moves the picture; it drags only what was selected before.
  const press = (event: PointerEvent<SVGGElement>): void => {
    if (event.pointerType !== 'touch' || selected) onPointerDown?.(event);
  };
  return (
    <g
      className={`topo-item topo-item-${element.kind}`}
      data-key={key}
      data-selected={selected || undefined}
      data-touched={step === null ? undefined : step % 2}
      role="group"
      aria-roledescription={what}
      aria-label={selected ? `${sentence}. Selected` : sentence}
      tabIndex={canvas.stop === key ? 0 : -1}
      onFocus={({ currentTarget }) => canvas.visit(key, currentTarget.matches(':focus-visible'))}
      onClick={() => canvas.select(element)}
      data-grab={selected || undefined}
      onPointerDown={press}
    >
      <rect className="topo-hit" x={box.x} y={box.y} width={box.w} height={box.h} />
      {children}
      {warned && <WarningMark x={box.x + box.w - 6} y={box.y - 1} warnings={warnings} />}
      <rect className="topo-ring" x={box.x - 3} y={box.y - 3} width={box.w + 6} height={box.h + 6} rx={8} />
    </g>
  );
}

/** A sign at a corner: a shape of its own, which tells all to who points at it. */
function WarningMark({ x, y, warnings }: { x: number; y: number; warnings: Warning[] }) {
  return (
    <g className="topo-warning" transform={`translate(${x} ${y})`} aria-hidden="true">
      <title>{warnings.map(({ sentence }) => sentence).join('\n')}</title>
      <path d="M0 -8 9 7.5H-9Z" />
      <path d="M0 -2.5v4.6M0 4.9v.1" />
    </g>
  );
}
