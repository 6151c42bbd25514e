/** Running an artefact here: one button, how far it is, and what was found so far drawn over the kept curve. */
import { useStore } from 'zustand';
import type { LiveRun, LiveState, Named } from './live';

export function LivePanel({ live, studies }: { live: LiveRun; studies: readonly Named[] }) {
  const state = useStore(live.store);
  const isRunning = state.phase === 'running';
  return (
    <div className="live">
      {isRunning ? (
        <button type="button" className="button primary" onClick={() => live.stop()}>
          Stop
        </button>
      ) : (
        <button type="button" className="button primary" onClick={() => void live.start(studies)}>
          {state.phase === 'idle' ? 'Run it here' : 'Run it again'}
        </button>
      )}
      {state.phase !== 'idle' && <progress aria-label="Runs that are done" max={1} value={state.done} />}
      <span className="note" data-testid="live-progress">
        {progressText(state)}
      </span>
      <span className="visually-hidden" role="status">
        {WORDS[state.phase]}
      </span>
    </div>
  );
}

function progressText({ phase, runs, total, left_s, message }: LiveState): string {
  if (phase === 'idle') return 'Fewer points and seeds than the kept result, simulated in your browser.';
  const there = total > 0 ? `${runs} of ${total} runs` : 'Compiling the simulator …';
  if (phase === 'running') return left_s === null ? there : `${there}, ${timeLeft(left_s)} left`;
  return `${WORDS[phase]} ${there}.${message === '' ? '' : ` ${message}`}`;
}

const WORDS: Record<LiveState['phase'], string> = {
  idle: '',
  running: 'Running.',
  done: 'Done.',
  stopped: 'Stopped; the points that came stay.',
  failed: 'It could not go on.',
};

function timeLeft(left_s: number): string {
  return left_s >= 90 ? `about ${Math.round(left_s / 60)} min` : `${Math.max(1, Math.round(left_s))} s`;
}
