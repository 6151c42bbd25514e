/** The countdown of a presentation: its large time, announced when it is over, and the form that starts it. */
import { useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { closeAround, Popover } from '../../ui/Popover';
import { clockOf, minutesOf } from './countdown';
import { COUNTDOWN } from './strings';
import type { CountdownControl } from './useCountdown';

/** Remaining time in large type, with the buttons that pause and stop it. */
export function CountdownTime({
  control: { countdown, left_ms, toggle, stop },
}: {
  control: CountdownControl;
}) {
  const { kind } = countdown;
  return (
    <div className="countdown">
      {(kind === 'running' || kind === 'paused') && (
        <span className="countdown-time" role="timer" aria-label={COUNTDOWN.left}>
          {clockOf(left_ms)}
        </span>
      )}
      <span className="countdown-over" role="status">
        {kind === 'over' ? COUNTDOWN.over : ''}
      </span>
      {(kind === 'running' || kind === 'paused') && (
        <Button onClick={toggle}>{kind === 'running' ? COUNTDOWN.pause : COUNTDOWN.resume}</Button>
      )}
      {kind !== 'off' && <Button onClick={stop}>{COUNTDOWN.stop}</Button>}
    </div>
  );
}

/** Lengths with a button of their own, minutes. */
const LENGTHS = [1, 2, 3, 5];

/** Button with the form that starts a countdown. */
export function CountdownMenu({ onStart }: { onStart(minutes: number): void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  return (
    <Popover button={COUNTDOWN.button}>
      <form
        className="countdown-form"
        onSubmit={(event) => {
          event.preventDefault();
          const minutes = minutesOf(text);
          setRefused(minutes === null);
          if (minutes === null) return;
          closeAround(event.currentTarget);
          onStart(minutes);
        }}
      >
        <div className="lesson-actions">
          {LENGTHS.map((minutes) => (
            <Button
              key={minutes}
              onClick={(event) => {
                closeAround(event.currentTarget);
                onStart(minutes);
              }}
            >
              {COUNTDOWN.minutes(minutes)}
            </Button>
          ))}
        </div>
        <div className="lesson-actions">
          <label htmlFor={id}>{COUNTDOWN.other}</label>
          <input
            id={id}
            className="input"
            autoComplete="off"
            value={text}
            aria-invalid={refused}
            aria-describedby={refused ? `${id}-refused` : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button submit primary>
            {COUNTDOWN.start}
          </Button>
        </div>
        {refused && (
          <p id={`${id}-refused`} className="problem" role="alert">
            {COUNTDOWN.refused}
          </p>
        )}
      </form>
    </Popover>
  );
}
