/** Button that repeats both experiments with more seeds, and its progress. */
import { useStore } from 'zustand';
import { useLab } from '../lab/context';
import { figure } from '../controls/quantity';
import type { Baseline } from '../lab/state';
import { Button } from '../ui/Button';
import type { CompareController } from './controller';
import { REPLICATIONS } from './strings';

/** Number of seeds of the first request, and added by each further one. */
const SEEDS = 5;

/** Shows the button, or the progress while the runs are in progress. */
export function ReplicationBar({
  controller,
  baseline,
}: {
  controller: CompareController;
  baseline: Baseline;
}) {
  const { phase, seeds, done, message } = useStore(controller.replications.store);
  const { t_s, isRunning, warmup_s } = useLab(({ run, document }) => ({
    t_s: run.t_s,
    isRunning: run.playing || run.seeking,
    warmup_s: document?.warmup_s ?? 0,
  }));
  const baseline_s = useStore(baseline.store, ({ run }) => run.t_s);
  if (phase === 'running') {
    return (
      <div className="compare-repeat row spaced">
        <progress aria-label={REPLICATIONS.bar} max={1} value={done} />
        <span className="note">{REPLICATIONS.seedsEach(seeds)}</span>
        <Button onClick={() => controller.replications.cancel()}>{REPLICATIONS.cancel}</Button>
      </div>
    );
  }
  const least_s = Math.max(warmup_s, baseline.document.warmup_s);
  const obstacle = isRunning
    ? REPLICATIONS.pauseFirst
    : t_s <= least_s
      ? REPLICATIONS.warmup(figure(least_s, 's', 4))
      : '';
  const more = phase === 'done' ? seeds + SEEDS : SEEDS;
  return (
    <div className="compare-repeat row spaced">
      <Button
        disabled={obstacle !== ''}
        title={obstacle || REPLICATIONS.runBothHelp(more, figure(Math.max(t_s, baseline_s), 's', 4))}
        onClick={() => controller.repeat(more)}
        text={REPLICATIONS.runBoth(more)}
      />
      <span className="note" role="status">
        {phase === 'failed' ? message : phase === 'done' ? REPLICATIONS.done : obstacle}
      </span>
    </div>
  );
}
