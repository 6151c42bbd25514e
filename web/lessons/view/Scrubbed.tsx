/** A number in the prose that changes the scene: dragged sideways, or changed by the arrow keys. */
import { useId, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { figure } from '../../controls/quantity';
import { useLab, useLabActions, useThisLab } from '../../lab/context';
import { paramAt } from '../../lab/live';
import { valueAt, wordsOfPath } from '../../scenario/path';
import type { ScrubbedNumber } from '../format/inline';

/** Pixels of a drag over the whole range. */
const RANGE_PX = 320;

/** Number of the scene that readers change in the text. */
export function Scrubbed({ number }: { number: ScrubbedNumber }) {
  const { written: text, path, quantity } = number;
  const [min, max] = [number.min * quantity.factor, number.max * quantity.factor];
  const { store } = useThisLab();
  const actions = useLabActions();
  const name = useId();
  const drag = useRef<{ x: number; value: number; gesture: string } | null>(null);
  const gestures = useRef(0);
  const value = useLab(({ current }) => {
    const at = valueAt(current, path);
    return typeof at === 'number' ? at : null;
  });
  const param = useLab(({ catalog, current }) => catalog && paramAt(catalog, current, path));
  const whole = param?.kind.type === 'integer';
  const set = (next: number, gesture: string): void => {
    const limited = Math.min(max, Math.max(min, next));
    const round = whole ? Math.round(limited) : Number(limited.toPrecision(3));
    if (round !== valueAt(store.getState().current, path)) actions.change([{ path, value: round }], gesture);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (value === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    gestures.current += 1;
    drag.current = { x: event.clientX, value, gesture: `${name}${gestures.current}` };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const { current } = drag;
    if (!current) return;
    set(current.value + ((event.clientX - current.x) * (max - min)) / RANGE_PX, current.gesture);
  };
  const end = (): void => {
    if (!drag.current) return;
    drag.current = null;
    actions.endGesture();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined || value === null) return;
    event.preventDefault();
    const by = whole ? Math.max(1, Math.round((max - min) / 50)) : (max - min) / 50;
    set(value + step * by, name);
    actions.endGesture();
  };
  return (
    <span
      className="lesson-scrub"
      role="slider"
      tabIndex={0}
      aria-label={param?.label ?? wordsOfPath(path)}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value ?? min}
      aria-valuetext={value === null ? text : figure(value, param?.unit ?? '', 4)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    >
      {value === null ? text : figure(value, param?.unit ?? '', 4)}
    </span>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 5,
  PageDown: -5,
};
