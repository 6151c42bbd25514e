/** How fast simulated time passes: what is wanted, and what the computer reaches. */
import { useState } from 'react';
import type { Frame, Speed } from '../engine/protocol';
import { useLab, useLabActions } from '../lab/context';
import { LiveText } from './LiveText';
import { nextSpeed, positionOfSpeed, speedAtPosition, speedText } from './speed';
import { usePending } from './useEdit';

export function SpeedControl({ ready }: { ready: boolean }) {
  const actions = useLabActions();
  const wanted = useLab((s) => s.run.wanted);
  const { playing, ended } = useLab(({ run }) => ({ playing: run.playing, ended: run.ended }));
  const [shown, show, settle] = usePending<Speed>(wanted);
  const [before, setBefore] = useState(1);
  const set = (speed: Speed): void => {
    show(speed);
    actions.setSpeed(speed);
    settle();
  };
  const text = shown === 'max' ? 'as fast as possible' : `${speedText(shown)} simulated per second`;

  return (
    <div className="speed" role="group" aria-label="Speed">
      <input
        type="range"
        className={shown === 'max' ? 'overruled' : undefined}
        min={-3}
        max={3}
        step={0.02}
        value={positionOfSpeed(shown)}
        aria-label="Speed"
        aria-valuetext={text}
        title={`Speed: ${text} ([ slower, ] faster)`}
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
      <button
        type="button"
        className="button"
        aria-pressed={shown === 'max'}
        title="As fast as possible"
        disabled={!ready}
        onClick={() => {
          if (shown === 'max') set(before);
          else {
            setBefore(shown);
            set('max');
          }
        }}
      >
        max
      </button>
      <span className="reached" title="Simulated time per second of yours">
        {/* Nothing is reached after the end, and "as fast as possible" is no speed until it is. */}
        {!ended && (playing || shown !== 'max') && (
          <>
            {playing ? (
              <LiveText text={reached} initial={shown === 'max' ? '–' : speedText(shown)} />
            ) : (
              speedText(shown as number)
            )}
            <span className="unit"> per s</span>
          </>
        )}
      </span>
    </div>
  );
}

const reached = (frame: Frame): string => (frame.speed > 0 ? speedText(frame.speed) : '–');
