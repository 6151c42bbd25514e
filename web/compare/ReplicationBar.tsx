/** Summaries experiments again with more seeds: asked for, under way, or there. */
import { useStore } from 'zustand';
import { useLab } from '../lab/context';
import { figure } from '../controls/quantity';
import type { Behind } from '../lab/state';
import type { CompareController } from './controller';

/** Seeds to begin with, and how many more are offered then. */
const SEEDS = 5;

export function ReplicationBar({ controller, behind }: { controller: CompareController; behind: Behind }) {
  const { phase, seeds, done, message } = useStore(controller.replications.store);
  const { t_s, goesOn, warmup_s } = useLab(({ run, document }) => ({
    t_s: run.t_s,
    goesOn: run.playing || run.seeking,
    warmup_s: document?.warmup_s ?? 0,
  }));
  const kept_s = useStore(behind.store, ({ run }) => run.t_s);
  if (phase === 'running') {
    return (
      <div className="compare-repeat">
        <progress aria-label="Runs that are done" max={1} value={done} />
        <span className="note">{seeds} seeds each</span>
        <button type="button" className="button" onClick={() => controller.replications.cancel()}>
          Cancel
        </button>
      </div>
    );
  }
  const least_s = Math.max(warmup_s, behind.document.warmup_s);
  const why = goesOn
    ? 'Pause first: both are run as far as they have come.'
    : t_s <= least_s
      ? `Nothing is measured before the warm-up ends at ${figure(least_s, 's', 4)}.`
      : '';
  const more = phase === 'done' ? seeds + SEEDS : SEEDS;
  return (
    <div className="compare-repeat">
      <button
        type="button"
        className="button"
        disabled={why !== ''}
        title={why || `Runs each ${more} times, to ${figure(Math.max(t_s, kept_s), 's', 4)}`}
        onClick={() => controller.repeat(more)}
      >
        Run both with {more} seeds
      </button>
      <span className="note" role="status">
        {phase === 'failed' ? message : phase === 'done' ? 'Done.' : why}
      </span>
    </div>
  );
}
