/** Button that runs a figure's studies in the browser, with its progress. */
import { useStore } from 'zustand';
import { Button } from '../ui/Button';
import type { LiveRun, LiveState } from './live';
import { LIVE as STRINGS } from './strings';

/** Start or stop button, progress bar and status text. */
export function LivePanel({ live, studies }: { live: LiveRun; studies: readonly string[] }) {
  const state = useStore(live.store);
  const isRunning = state.phase === 'running';
  return (
    <div className="live row">
      {isRunning ? (
        <Button primary onClick={() => live.stop()} text={STRINGS.stop} />
      ) : (
        <Button
          primary
          onClick={() => void live.start(studies)}
          text={state.phase === 'idle' ? STRINGS.start : STRINGS.restart}
        />
      )}
      {state.phase !== 'idle' && <progress aria-label={STRINGS.progress} max={1} value={state.done} />}
      <span className="note" data-testid="live-progress">
        {progressText(state)}
      </span>
      <span className="visually-hidden" role="status">
        {PHASES[state.phase]}
      </span>
    </div>
  );
}

function progressText({ phase, runs, total, left_s, message }: LiveState): string {
  if (phase === 'idle') return STRINGS.idle;
  const finished = total > 0 ? STRINGS.runs(runs, total) : STRINGS.compiling;
  if (phase === 'running') return left_s === null ? finished : STRINGS.timeLeft(finished, timeText(left_s));
  return `${PHASES[phase]} ${finished}.${message === '' ? '' : ` ${message}`}`;
}

const PHASES: Record<LiveState['phase'], string> = {
  idle: '',
  running: STRINGS.running,
  done: STRINGS.done,
  stopped: STRINGS.stopped,
  failed: STRINGS.failed,
};

function timeText(time_s: number): string {
  return time_s >= 90
    ? STRINGS.minutes(Math.round(time_s / 60))
    : STRINGS.seconds(Math.max(1, Math.round(time_s)));
}
