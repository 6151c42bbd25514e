/** Line above the charts: names of both runs, mode of the charts, and a button to the first difference. */
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import { useLab } from '../lab/context';
import type { ComparisonMode, Baseline, LabState } from '../lab/state';
import { Button } from '../ui/Button';
import type { CompareController } from './controller';
import { BASELINE_BAR } from './strings';

const MODES: readonly { mode: ComparisonMode; label: string }[] = [
  { mode: 'overlay', label: BASELINE_BAR.overlay },
  { mode: 'difference', label: BASELINE_BAR.difference },
  { mode: 'ratio', label: BASELINE_BAR.ratio },
];

/** Shows the line; nothing without a baseline. */
export function BaselineBar({ controller }: { controller: CompareController }) {
  const baseline = useLab((state) => state.baseline);
  const { busy, isCurrent } = useStore(controller.store);
  if (!baseline) return null;
  const { mode: shownMode, name, currentName } = baseline;
  return (
    <section className="baseline-bar row tight" aria-label={BASELINE_BAR.name}>
      <p className="baseline-names row" title={BASELINE_BAR.names(currentName, name)}>
        <LineSample isBaseline={false} />
        <b>{currentName}</b>
        <LineSample isBaseline />
        <span>{name}</span>
        {isCurrent ? <span className="note">{BASELINE_BAR.waiting}</span> : <Progress baseline={baseline} />}
      </p>
      <div className="baseline-modes row" role="group" aria-label={BASELINE_BAR.charts}>
        {MODES.map(({ mode, label }) => (
          <Button
            key={mode}
            quiet
            aria-pressed={shownMode === mode}
            title={BASELINE_BAR.withKey(label, 'd')}
            onClick={() => controller.setMode(mode)}
            text={label}
          />
        ))}
      </div>
      {baseline.measured ? (
        baseline.measured.scenario !== null && (
          <Button
            quiet
            title={BASELINE_BAR.simulateHelp}
            onClick={() => void controller.simulateMeasured()}
            text={BASELINE_BAR.simulate}
          />
        )
      ) : (
        <Button
          quiet
          className="baseline-difference"
          title={BASELINE_BAR.goToFirstDifference}
          disabled={busy || isCurrent}
          onClick={() => void controller.showFirstDifference()}
          text={BASELINE_BAR.firstDifference}
        />
      )}
      <Button
        quiet
        icon="close"
        label={BASELINE_BAR.hide}
        title={BASELINE_BAR.hideHelp}
        onClick={() => controller.hideBaseline()}
      />
    </section>
  );
}

/** Sample of the line with which charts draw a run. */
function LineSample({ isBaseline }: { isBaseline: boolean }) {
  return (
    <svg className="baseline-sample" width="22" height="8" viewBox="0 0 22 8" aria-hidden="true">
      <path
        d="M1 4h20"
        stroke="currentColor"
        strokeWidth={isBaseline ? 1 : 2.5}
        opacity={isBaseline ? 0.6 : 1}
      />
    </svg>
  );
}

/** Time of the baseline while it catches up. */
function Progress({ baseline }: { baseline: Baseline }) {
  const text = useStore(baseline.store, progressText);
  return text === '' ? null : <span className="note">{text}</span>;
}

function progressText({ engine, run, layout }: LabState): string {
  if (engine.status === 'failed') return BASELINE_BAR.failed;
  if (!layout) return BASELINE_BAR.starting;
  const isCatchingUp = run.seeking && run.target_s !== null && run.target_s - run.t_s > 0.5;
  return isCatchingUp ? BASELINE_BAR.progress(figure(run.t_s, 's', 3), figure(run.target_s, 's', 3)) : '';
}
