/** How far a study is, in words and as a bar, and what can be done about it. */
import type { SweepState } from '../study/sweep';

interface Props {
  state: SweepState;
  /** Whether the form asks for another study than the one that is here. */
  changed: boolean;
  onPause(): void;
  onResume(): void;
  onCancel(): void;
}

export function Progress({ state, changed, onPause, onResume, onCancel }: Props) {
  const { phase, lines, total, done, left_s } = state;
  const active = phase === 'running' || phase === 'paused';
  const goesOn =
    !changed && (phase === 'paused' || phase === 'cancelled' || phase === 'failed' || phase === 'ready');
  return (
    <div className="study-progress">
      <div className="curve-tools">
        {phase === 'running' ? (
          <button key="pause" type="button" className="button primary" onClick={onPause}>
            Pause
          </button>
        ) : goesOn && lines.length > 0 ? (
          <button key="resume" type="button" className="button primary" onClick={onResume}>
            {phase === 'ready' ? 'Go on' : 'Resume'}
          </button>
        ) : (
          <button
            key="run"
            type="submit"
            className="button primary"
            disabled={!changed && (phase === 'planning' || phase === 'done')}
          >
            {total > 0 && !changed && phase === 'ready' ? `Run ${count(total)} runs` : 'Run'}
          </button>
        )}
        {active && (
          <button key="cancel" type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      {(active || done > 0) && <progress aria-label="Runs that are done" max={1} value={done} />}
      <p className="note" data-testid="study-progress">
        {total > 0 && `${count(lines.length)} of ${count(total)} runs`}
        {left_s !== null && `, ${timeLeft(left_s)} left`}
        {total === 0 && ' '}
      </p>
      <p className="note" role="status" data-testid="study-phase">
        {WORDS[phase]}
        {phase === 'failed' && ` ${state.message}`}
      </p>
    </div>
  );
}

const WORDS: Record<SweepState['phase'], string> = {
  idle: '',
  planning: 'Planning the runs …',
  ready: 'Ready. Every run is simulated here, in your browser.',
  running: 'Running.',
  paused: 'Paused; runs go on where they were.',
  done: 'Done.',
  cancelled: 'Cancelled; the runs that are complete stay.',
  refused: 'Nothing was run.',
  failed: 'The study stopped; the runs that are complete stay.',
};

function count(runs: number): string {
  return runs.toLocaleString('en');
}

export function timeLeft(left_s: number): string {
  if (left_s >= 90) return `about ${count(Math.round(left_s / 60))} min`;
  return `${count(Math.max(1, Math.round(left_s)))} s`;
}
