/** An element of the picture that can be walked to, selected and dragged. */
import type { PointerEvent, ReactNode } from 'react';
import { keyOf, useCanvas } from './canvas';
import type { Element } from './edits';
import type { Box } from './layout';

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
  // A finger moves the picture; it drags only what was selected before.
  const press = (event: PointerEvent<SVGGElement>): void => {
    if (event.pointerType !== 'touch' || selected) onPointerDown?.(event);
  };
  return (
    <g
      className={`topo-item topo-item-${element.kind}`}
      data-key={key}
      data-selected={selected || undefined}
      role="group"
      aria-roledescription={what}
      aria-label={selected ? `${label}. Selected` : label}
      tabIndex={canvas.stop === key ? 0 : -1}
      onFocus={({ currentTarget }) => canvas.visit(key, currentTarget.matches(':focus-visible'))}
      onClick={() => canvas.select(element)}
      data-grab={selected || undefined}
      onPointerDown={press}
    >
      <rect className="topo-hit" x={box.x} y={box.y} width={box.w} height={box.h} />
      {children}
      <rect className="topo-ring" x={box.x - 3} y={box.y - 3} width={box.w + 6} height={box.h + 6} rx={8} />
    </g>
  );
}
