/** The speed of the run: the requested speed on a slider, and the speed that the computer reaches. */
import { useState } from 'react';
import type { Frame, Speed } from '../engine/protocol';
import { useLab, useLabActions } from '../lab/context';
import { Button } from '../ui/Button';
import { LiveText } from './LiveText';
import { nextSpeed, positionOfSpeed, speedAtPosition, speedText } from './speed';
import { SPEED } from './strings';
import { usePending } from './useEdit';

/** Slider of the speed, in simulated seconds per second, and the button for the highest speed. */
export function SpeedControl({ ready }: { ready: boolean }) {
  const actions = useLabActions();
  const requested = useLab((s) => s.run.targetSpeed);
  const { playing, ended } = useLab(({ run }) => ({ playing: run.playing, ended: run.ended }));
  const [shown, show, settle] = usePending<Speed>(requested);
  const [before, setBefore] = useState(1);
  const set = (speed: Speed): void => {
    show(speed);
    actions.setSpeed(speed);
    settle();
  };
  const text = shown === 'max' ? SPEED.maxValue : SPEED.value(speedText(shown));

  return (
    <div className="speed row spaced" role="group" aria-label={SPEED.label}>
      <input
        type="range"
        className={shown === 'max' ? 'overruled' : undefined}
        min={-3}
        max={3}
        step={0.02}
        value={positionOfSpeed(shown)}
        aria-label={SPEED.label}
        aria-valuetext={text}
        title={SPEED.title(text)}
        disabled={!ready}
        onChange={(event) => set(speedAtPosition(Number(event.currentTarget.value)))}
        onKeyDown={(event) => {
          const up = event.key === 'ArrowUp' || event.key === 'ArrowRight';
          const down = event.key === 'ArrowDown' || event.key === 'ArrowLeft';
          if (!up && !down) return;
          event.preventDefault();
          set(nextSpeed(shown, up ? 1 : -1));
        }}
      />
      <Button
        aria-pressed={shown === 'max'}
        title={SPEED.maxTitle}
        disabled={!ready}
        onClick={() => {
          if (shown === 'max') set(before);
          else {
            setBefore(shown);
            set('max');
          }
        }}
        text={SPEED.max}
      />
      <span className="reached" title={SPEED.reachedTitle}>
        {/* No speed is shown after the end, nor for "max" before the run plays. */}
        {!ended && (playing || shown !== 'max') && (
          <>
            {playing ? (
              <LiveText text={reached} initial={shown === 'max' ? '–' : speedText(shown)} />
            ) : (
              speedText(shown as number)
            )}
          </>
        )}
      </span>
    </div>
  );
}

const reached = (frame: Frame): string => (frame.speed > 0 ? speedText(frame.speed) : '–');
