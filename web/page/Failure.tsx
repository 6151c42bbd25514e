/** What is shown while there is no engine: how long compiling has taken, what if too long, or why it stopped. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLab, useLabActions } from '../lab/context';

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
      <h2>The simulator stopped</h2>
      <p>{message ?? 'It gave no reason.'}</p>
      <p className="note">The experiment is safe: nothing of it is lost by starting again.</p>
      <button type="button" className="button primary" onClick={actions.restartEngine}>
        Restart the simulator
      </button>
    </section>
  );
}

/** Seconds after which a person is told that it takes long: on a phone it is here within five. */
export const PATIENCE_S = 15;

/** Starting again begins to count anew. */
function Compiling() {
  const actions = useLabActions();
  const [attempt, setAttempt] = useState(0);
  const again = (): void => {
    setAttempt(attempt + 1);
    actions.restartEngine();
  };
  return <Waiting key={attempt} what="Compiling the simulator" onAgain={again} />;
}

/** The simulator waits for what reads links, mostly too short to be seen. */
function Reading() {
  return <Waiting what="Reading the link" onAgain={() => location.reload()} />;
}

function Waiting({ what, onAgain }: { what: string; onAgain(): void }) {
  const [late, setLate] = useState(false);
  return (
    <section className={late ? 'engine-state failed' : 'engine-state'}>
      <p>
        {what}, <Seconds onLate={() => setLate(true)} /> s
      </p>
      {late && (
        <div role="alert">
          <p className="note">
            This takes longer than it should: a file may not have come. It begins as soon as that is here.
            Check the connection.
          </p>
          <button type="button" className="button primary" onClick={onAgain}>
            Load it again
          </button>
        </div>
      )}
    </section>
  );
}

/** Seconds since it was first shown, in tenths: writing them needs no rendering. */
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
