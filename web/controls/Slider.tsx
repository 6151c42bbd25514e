/** A logarithmic slider below a number. It spans four decades around the value, and moves on when its end is reached. */
import { useState, type KeyboardEvent } from 'react';
import type { Unit } from '../engine/catalog';
import { formatQuantity } from './quantity';
import { needsNewRange, positionOf, stepped, rangeAround, valueAt, type NumberKind } from './steps';

interface Props {
  label: string;
  value: number;
  unit: Unit;
  kind: NumberKind;
  disabled?: boolean;
  onSlide(value: number): void;
  onFinish(): void;
}

/** Number of positions of the slider; finer than a pixel. */
const POSITIONS = 1000;

/** Logarithmic slider of `value`, which is in `unit`. */
export function Slider({ label, value, unit, kind, disabled, onSlide, onFinish }: Props) {
  const [held, setHeld] = useState(() => rangeAround(value, kind, unit));
  const inside = value <= held.high && (value >= held.low || (held.zero && value === 0));
  const track = inside ? held : rangeAround(value, kind, unit);

  const onKeyDown = (event: KeyboardEvent): void => {
    const up = event.key === 'ArrowUp' || event.key === 'ArrowRight' || event.key === 'PageUp';
    const down = event.key === 'ArrowDown' || event.key === 'ArrowLeft' || event.key === 'PageDown';
    if (!up && !down) return;
    event.preventDefault();
    onSlide(stepped(value, up ? 1 : -1, kind, unit, event.shiftKey || event.key.startsWith('Page')));
  };
  const finish = (): void => {
    setHeld(needsNewRange(value, track) ? rangeAround(value, kind, unit) : track);
    onFinish();
  };

  return (
    <input
      type="range"
      className="slider"
      min={0}
      max={POSITIONS}
      step={1}
      value={Math.round(positionOf(value, track) * POSITIONS)}
      aria-label={label}
      aria-valuetext={formatQuantity(value, unit)}
      disabled={disabled}
      onChange={(event) => {
        setHeld(track);
        onSlide(valueAt(Number(event.currentTarget.value) / POSITIONS, track, kind));
      }}
      onPointerUp={finish}
      onPointerCancel={finish}
      onKeyDown={onKeyDown}
      onKeyUp={finish}
      onBlur={finish}
    />
  );
}
