/** What is shown while there is no engine: how long compiling has taken, or why it stopped. */
import { useEffect, useRef } from 'react';
import { useLab, useLabActions } from '../lab/context';

export function EngineState() {
  const engine = useLab((s) => s.engine);
  if (engine.status === 'failed') return <Failure message={engine.message} />;
  return engine.status === 'compiling' ? <Compiling /> : null;
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

/** Seconds since it began, in tenths: writing them needs no rendering. */
function Compiling() {
  const seconds = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const began_ms = performance.now();
    const write = (): void => {
      const since_s = (performance.now() - began_ms) / 1000;
      if (seconds.current) seconds.current.textContent = since_s.toFixed(1);
    };
    write();
    const timer = setInterval(write, 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="engine-state">
      Compiling the simulator, <span ref={seconds}>0.0</span> s
    </p>
  );
}
