/** State of the simulator while there is none: seconds of compiling, a button after a long wait, or why it stopped. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLab, useLabActions } from '../lab/context';
import { Button } from '../ui/Button';
import { ENGINE } from './strings';

/** Shows why there is no run; nothing while there is one. */
export function EngineState() {
  const engine = useLab((s) => s.engine);
  const empty = useLab((s) => s.document === null);
  if (engine.status === 'failed') return <Failure message={engine.message} />;
  if (engine.status === 'compiling') return <Compiling />;
  return empty ? <Reading /> : null;
}

function Failure({ message }: { message: string | null }) {
  const actions = useLabActions();
  return (
    <section className="engine-state failed" role="alert">
      <h2>{ENGINE.stopped}</h2>
      <p>{message ?? ENGINE.noReason}</p>
      <p className="note">{ENGINE.safe}</p>
      <Button primary onClick={actions.restartEngine} text={ENGINE.restart} />
    </section>
  );
}

/** Wait after which a message says that it takes long, seconds; a phone needs less than five. */
export const PATIENCE_S = 15;

/** Counts the seconds of compiling, from 0 again after each restart. */
function Compiling() {
  const actions = useLabActions();
  const [attempt, setAttempt] = useState(0);
  const again = (): void => {
    setAttempt(attempt + 1);
    actions.restartEngine();
  };
  return <Waiting key={attempt} work={ENGINE.compiling} onAgain={again} />;
}

/** Shown while the part that reads links is loaded, which is mostly too short to be seen. */
function Reading() {
  return <Waiting work={ENGINE.reading} onAgain={() => location.reload()} />;
}

function Waiting({ work, onAgain }: { work: string; onAgain(): void }) {
  const [before, after] = ENGINE.elapsed(work);
  const [late, setLate] = useState(false);
  return (
    <section className={late ? 'engine-state failed' : 'engine-state'}>
      <p>
        {before}
        <Seconds onLate={() => setLate(true)} />
        {after}
      </p>
      {late && (
        <div role="alert">
          <p className="note">{ENGINE.late}</p>
          <Button primary onClick={onAgain} text={ENGINE.retry} />
        </div>
      )}
    </section>
  );
}

/** Seconds since the component appeared, in tenths, written without rendering. Calls `onLate` after `PATIENCE_S`. */
function Seconds({ onLate }: { onLate(): void }) {
  const text = useRef<HTMLSpanElement>(null);
  const tell = useEffectEvent(onLate);
  useEffect(() => {
    const began_ms = performance.now();
    const write = (): void => {
      const since_s = (performance.now() - began_ms) / 1000;
      if (text.current) text.current.textContent = since_s.toFixed(1);
      if (since_s >= PATIENCE_S) tell();
    };
    write();
    const timer = setInterval(write, 100);
    return () => clearInterval(timer);
  }, []);
  return <span ref={text}>0.0</span>;
}
