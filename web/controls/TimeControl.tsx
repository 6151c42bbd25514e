/** The current time and the end of the run; a panel goes to another time, and seeking can be canceled. */
import { useCallback, useId, useState } from 'react';
import type { Frame } from '../engine/protocol';
import { useLab, useLabActions } from '../lab/context';
import { Button } from '../ui/Button';
import { useLazy } from '../ui/lazy';
import { closeAround, Popover } from '../ui/Popover';
import { clockText } from './clock';
import { forms } from './lazyForms';
import { LiveText } from './LiveText';
import { formatRounded, formatQuantity } from './quantity';
import { readNumber } from './QuantityInput';
import type { NumberKind } from './steps';
import { TIME } from './strings';

/** The clock, whose panel goes to another time or branch. */
export function TimeControl({ ready }: { ready: boolean }) {
  const actions = useLabActions();
  const run = useLab((s) => ({
    seeking: s.run.seeking,
    target_s: s.run.target_s,
    ended: s.run.ended,
    targetSpeed: s.run.targetSpeed,
  }));
  const duration_s = useLab((s) => s.current?.duration_s ?? null);
  const { targetSpeed } = run;
  const text = useCallback((frame: Frame) => clockText(frame.t_s, frame.playing, targetSpeed), [targetSpeed]);

  return (
    <div className="time row">
      <Popover
        className="button quiet clock"
        button={
          <>
            <span className="clock-name">{TIME.symbol}</span>
            <LiveText
              className="clock-now"
              testId="sim-time"
              text={text}
              seconds={exactTime}
              initial={'0.0\u00a0s'}
            />
            <span className="clock-end">
              {run.ended
                ? TIME.ended
                : TIME.of(duration_s === null ? '–' : formatRounded(duration_s, 's', 6))}
            </span>
            <span className="visually-hidden">{TIME.goElsewhere}</span>
          </>
        }
      >
        <GoTo duration_s={duration_s} ready={ready} />
      </Popover>
      {run.seeking && (
        <span className="seeking">
          <span>
            {run.target_s === null ? TIME.fastForward : TIME.seeking(formatRounded(run.target_s, 's', 4))}
          </span>
          <Button onClick={actions.pause}>{TIME.cancel}</Button>
        </span>
      )}
    </div>
  );
}

const exactTime = (frame: Frame): number => frame.t_s;

/** Lets the browser focus the field each time its popover opens; React's `autoFocus` works only once. */
const autofocus = (input: HTMLInputElement | null): void => input?.setAttribute('autofocus', '');

interface GoToProps {
  duration_s: number | null;
  ready: boolean;
}

/** Form that runs as fast as possible to a time and pauses there; an earlier time is replayed. */
function GoTo({ duration_s, ready }: GoToProps) {
  const actions = useLabActions();
  const id = useId();
  const part = useLazy(forms);
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const end_s = duration_s ?? 0;
  const kind: NumberKind = { type: 'number', min: 0, max: end_s, log: false, nullable: false };
  const go = (t_s: number, from: Element): void => {
    setMessage(null);
    setText('');
    actions.seek(t_s);
    closeAround(from);
  };
  return (
    <form
      className="go-to column"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readNumber(text, 's', kind);
        if (!read.ok) setMessage(read.message);
        else if (read.value !== null) go(read.value, event.currentTarget);
      }}
    >
      <label htmlFor={id}>{TIME.label}</label>
      <div className="go-to-row row tight">
        <input
          id={id}
          className="input"
          ref={autofocus}
          value={text}
          placeholder={TIME.range(formatQuantity(end_s, 's'))}
          autoComplete="off"
          aria-invalid={message !== null}
          aria-describedby={`${id}-message`}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button submit primary disabled={!ready} text={TIME.go} />
      </div>
      <p id={`${id}-message`} className="problem">
        {message}
      </p>
      {part && <part.Scrubber ready={ready} />}
      <Button disabled={!ready} onClick={(event) => go(end_s, event.currentTarget)} text={TIME.runToEnd} />
      {part && <part.Branches ready={ready} />}
    </form>
  );
}
