/** Progress of a study, with the buttons that run, pause and cancel it. */
import type { SweepState } from '../sweep/sweep';
import { Button } from '../ui/Button';
import { PROGRESS } from './strings';

interface Props {
  state: SweepState;
  /** Whether the form describes another study than the current one. */
  changed: boolean;
  onPause(): void;
  onResume(): void;
  onCancel(): void;
}

/** Shows the main button for the present phase, and the completed share. */
export function Progress({ state, changed, onPause, onResume, onCancel }: Props) {
  const { phase, lines, total, done, left_s } = state;
  const active = phase === 'running' || phase === 'paused';
  const canContinue =
    !changed && (phase === 'paused' || phase === 'canceled' || phase === 'failed' || phase === 'ready');
  return (
    <div className="study-progress column tight">
      <div className="curve-tools row wrap">
        {phase === 'running' ? (
          <Button key="pause" primary onClick={onPause} text={PROGRESS.pause} />
        ) : canContinue && lines.length > 0 ? (
          <Button
            key="resume"
            primary
            onClick={onResume}
            text={phase === 'ready' ? PROGRESS.proceed : PROGRESS.resume}
          />
        ) : (
          <Button key="run" submit primary disabled={!changed && (phase === 'planning' || phase === 'done')}>
            {total > 0 && !changed && phase === 'ready' ? PROGRESS.runAll(total) : PROGRESS.run}
          </Button>
        )}
        {active && <Button key="cancel" onClick={onCancel} text={PROGRESS.cancel} />}
      </div>
      {(active || done > 0) && <progress aria-label={PROGRESS.bar} max={1} value={done} />}
      <p className="note" data-testid="study-progress">
        {total > 0 && PROGRESS.completed(lines.length, total)}
        {left_s !== null && PROGRESS.left(timeText(left_s))}
        {total === 0 && ' '}
      </p>
      <p className="note" role="status" data-testid="study-phase">
        {PROGRESS.phase[phase]}
        {phase === 'failed' && ` ${state.message}`}
      </p>
    </div>
  );
}

/** Writes a duration of wall time in seconds, or in minutes from 90 s. */
export function timeText(time_s: number): string {
  if (time_s >= 90) return PROGRESS.minutes(Math.round(time_s / 60));
  return PROGRESS.seconds(Math.max(1, Math.round(time_s)));
}
