/** An element of the drawing that can be focused, selected and dragged. */
import type { PointerEvent, ReactNode } from 'react';
import { useLab } from '../lab/context';
import { countOf, warningsAbout } from '../lab/warnings';
import type { Warning } from '../scenario/types';
import { keyOf, useCanvas } from './canvas';
import type { Element } from './edits';
import type { Box } from './layout';
import { ELEMENT } from './strings';
import { touchedKeys } from './stepMarks';

interface Props {
  element: Element;
  /** Kind of the element, for screen readers. */
  what: string;
  /** Description of the element in a sentence. */
  label: string;
  /** Area in which the pointer hits the element, and which its ring encloses. */
  box: Box;
  onPointerDown?: (event: PointerEvent<SVGGElement>) => void;
  children: ReactNode;
}

/** Group of SVG elements with focus, selection and warnings. */
export function Item({ element, what, label, box, onPointerDown, children }: Props) {
  const canvas = useCanvas();
  const key = keyOf(element);
  const selected = canvas.selected === key;
  const step = useLab(({ lastStep, layout }) =>
    lastStep && layout && touchedKeys(lastStep, layout).includes(key) ? lastStep.count : null,
  );
  const warnings = useLab((state) => warningsAbout(state, element));
  const warned = warnings.length > 0;
  const sentence = warned ? ELEMENT.withWarnings(label, countOf(warnings)) : label;
  // Touch moves the drawing; it drags an element only if it was selected before.
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
      aria-label={selected ? ELEMENT.selected(sentence) : sentence}
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

/** Sign of warnings at a corner, with their text as a tooltip. */
function WarningMark({ x, y, warnings }: { x: number; y: number; warnings: Warning[] }) {
  return (
    <g className="topo-warning" transform={`translate(${x} ${y})`} aria-hidden="true">
      <title>{warnings.map(({ sentence }) => sentence).join('\n')}</title>
      <path d="M0 -8 9 7.5H-9Z" />
      <path d="M0 -2.5v4.6M0 4.9v.1" />
    </g>
  );
}
