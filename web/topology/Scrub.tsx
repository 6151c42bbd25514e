/**
 * A number that is changed by dragging it sideways: by a factor of ten for 160 pixels.
 *
 * It is a shortcut for the pointer; the form of the element has the same parameter.
 */
import { useRef, useState, type PointerEvent } from 'react';
import { useLab, useLabActions } from '../lab/context';
import { mayChange } from '../lab/state';
import { useCanvas } from './canvas';
import { beginDrag } from './drag';
import { scrubbed } from './scrubbed';

interface Props {
  x: number;
  y: number;
  className: string;
  anchor?: 'start' | 'end';
  path: string;
  value: number;
  /** Smallest useful step; 1 for whole numbers. */
  least: number;
  whole?: boolean;
  text(value: number): string;
}

let gestures = 0;

/** Text of a number that can be dragged. */
export function Scrub({ x, y, className, anchor = 'start', path, value, least, whole = false, text }: Props) {
  const actions = useLabActions();
  const canvas = useCanvas();
  const open = useLab((state) => mayChange(state, path));
  const [dragged, setDragged] = useState<number | null>(null);
  const gesture = useRef('');
  const shown = text(dragged ?? value);

  const onPointerDown = (event: PointerEvent<SVGTextElement>): void => {
    event.stopPropagation();
    gestures += 1;
    gesture.current = `scrub ${path} ${gestures}`;
    let last = value;
    const set = (next: number): void => {
      if (next === last) return;
      last = next;
      actions.change([{ path, value: next }], gesture.current);
    };
    const finish = (): void => {
      setDragged(null);
      actions.endGesture();
    };
    beginDrag(event, canvas.scale(), {
      move: (dx) => {
        const next = scrubbed(value, dx, least, whole);
        setDragged(next);
        set(next);
      },
      drop: finish,
      cancel: () => {
        set(value);
        finish();
      },
    });
  };

  if (!open)
    return (
      <text className={className} x={x} y={y} textAnchor={anchor}>
        {shown}
      </text>
    );
  return (
    <text className={`topo-scrub ${className}`} x={x} y={y} textAnchor={anchor} onPointerDown={onPointerDown}>
      {shown}
    </text>
  );
}
