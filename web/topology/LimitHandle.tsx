/**
 * The limit of a buffer as a line that can be dragged, or moved by the keys of a slider.
 *
 * During a drag the scale is fixed and the line follows the pointer. Above the tank the limit doubles with the distance.
 * One drag, or one series of keys, is one undo step.
 */
import { useEffect, useId, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useLab, useLabActions } from '../lab/context';
import { mayChange } from '../lab/state';
import { useCanvas } from './canvas';
import { beginDrag } from './drag';
import type { Box } from './layout';
import { limitAt, limitStepped, type TankScale } from './scale';
import { rimOf } from './tankPainter';
import { ELEMENT } from './strings';
import { limitSentence } from './text';

interface Props {
  /** Id of the bottleneck. */
  id: string;
  tank: Box;
  scale: TankScale & { limit: number };
  /** Largest limit that the engine accepts. */
  max: number;
  /** Limits are whole multiples of this: for a limit in bytes the largest packet, else 1. */
  multiple: number;
  rate_bps: number;
  /** Called with the limit during a drag; null when it is released. */
  onDrag(limit: number | null): void;
}

/** Keys within this time of each other are one gesture, ms. */
const BURST = 1000;

/** Handle of the limit of a buffer. */
export function LimitHandle({ id, tank, scale, max, multiple, rate_bps, onDrag }: Props) {
  const actions = useLabActions();
  const canvas = useCanvas();
  const gesture = useGesture(useId());
  const { limit, unit } = scale;
  const path = `bottlenecks.${id}.queue.limit_${unit}`;
  const open = useLab((state) => mayChange(state, path));
  const { y } = rimOf(scale, tank);
  const grip = tank.x + tank.w / 2;

  // Keys may be faster than the drawing; each starts from the limit of the last one.
  const latest = useRef<number | null>(null);
  const change = (value: number): void => {
    latest.current = value;
    actions.change([{ path, value }], gesture.name());
  };
  useEffect(() => {
    latest.current = null;
  }, [limit]);

  const onPointerDown = (event: PointerEvent<SVGGElement>): void => {
    event.stopPropagation();
    event.currentTarget.focus();
    const start = tank.y + tank.h - y;
    let last = limit;
    const follow = (_: number, dy: number): void => {
      const next = limitAt(Math.max(0, start - dy) / tank.h, scale, max, multiple);
      if (next === last) return;
      last = next;
      onDrag(next);
      change(next);
    };
    const finish = (): void => {
      onDrag(null);
      gesture.end();
    };
    beginDrag(event, canvas.scale(), {
      threshold: 2,
      move: follow,
      drop: finish,
      cancel: () => {
        if (last !== limit) change(limit);
        finish();
      },
    });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const from = latest.current ?? limit;
    const next = pressed(event, from, max, multiple);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== from) change(next);
    gesture.endSoon();
  };

  if (!open) return null;
  return (
    <g
      className="topo-limit"
      data-grab
      role="slider"
      tabIndex={0}
      aria-label={ELEMENT.limit(id)}
      aria-orientation="vertical"
      aria-valuemin={multiple}
      aria-valuemax={max}
      aria-valuenow={limit}
      aria-valuetext={limitSentence(limit, unit, rate_bps)}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      onBlur={gesture.end}
      onClick={(event) => event.stopPropagation()}
    >
      <rect className="topo-hit" x={tank.x - 8} y={y - 18} width={tank.w + 16} height={36} />
      <path className="topo-limit-line" d={`M${tank.x - 8} ${y}H${tank.x + tank.w + 8}`} />
      <rect className="topo-limit-grip" x={grip - 16} y={y - 6} width={32} height={12} rx={6} />
      <path className="topo-limit-notch" d={`M${grip - 5} ${y - 2}h10M${grip - 5} ${y + 2}h10`} />
    </g>
  );
}

/** Returns the limit after a key; null for other keys. */
function pressed(
  { key, shiftKey }: KeyboardEvent,
  limit: number,
  max: number,
  multiple: number,
): number | null {
  const small = shiftKey ? 'fine' : 'step';
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return limitStepped(limit, small, 1, max, multiple);
    case 'ArrowDown':
    case 'ArrowLeft':
      return limitStepped(limit, small, -1, max, multiple);
    case 'PageUp':
      return limitStepped(limit, 'page', 1, max, multiple);
    case 'PageDown':
      return limitStepped(limit, 'page', -1, max, multiple);
    case 'Home':
      return multiple;
    default:
      return null;
  }
}

/** Returns names of gestures, so that all changes of a gesture are one undo step. */
function useGesture(base: string): { name(): string; end(): void; endSoon(): void } {
  const actions = useLabActions();
  const state = useRef<{ count: number; open: boolean; timer: ReturnType<typeof setTimeout> | undefined }>({
    count: 0,
    open: false,
    timer: undefined,
  });
  const end = (): void => {
    clearTimeout(state.current.timer);
    if (!state.current.open) return;
    state.current.open = false;
    actions.endGesture();
  };
  useEffect(() => {
    const { current } = state;
    return () => clearTimeout(current.timer);
  }, []);
  return {
    name: () => {
      if (!state.current.open) state.current.count += 1;
      state.current.open = true;
      return `limit${base}${state.current.count}`;
    },
    end,
    endSoon: () => {
      clearTimeout(state.current.timer);
      state.current.timer = setTimeout(end, BURST);
    },
  };
}
