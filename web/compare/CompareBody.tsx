/** Contents of the comparison panel: results of both runs, replications, and the saved runs. */
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import { useLab } from '../lab/context';
import type { Baseline } from '../lab/state';
import { Button } from '../ui/Button';
import type { CompareController } from './controller';
import { CompareTable } from './CompareTable';
import { SavedRuns } from './SavedRuns';
import { MeasuredRuns } from './MeasuredRuns';
import { PANEL } from './strings';
import { ReplicationBar } from './ReplicationBar';

/** Shows the comparison; without a baseline, how to save one. */
export function CompareBody({ controller }: { controller: CompareController }) {
  const baseline = useLab((state) => state.baseline);
  const isCurrent = useStore(controller.store, (state) => state.isCurrent);
  const isCompared = baseline !== null;
  const body = useRef<HTMLDivElement>(null);
  // Scrolls the panel into view when a comparison begins.
  useEffect(() => {
    const foot = body.current?.closest('.side-foot');
    const panel = body.current?.closest('details');
    if (isCompared && foot && panel) foot.scrollTop = panel.offsetTop;
  }, [isCompared]);
  return (
    <div className="compare column spaced" ref={body}>
      {baseline && isCurrent ? (
        <p className="note">{PANEL.isBaseline}</p>
      ) : baseline ? (
        <>
          {!baseline.measured && <Times controller={controller} />}
          <CompareTable controller={controller} baseline={baseline} />
          {!baseline.measured && <ReplicationBar controller={controller} baseline={baseline} />}
        </>
      ) : (
        <p className="note">
          {PANEL.empty[0]}
          <kbd>{PANEL.saveKey}</kbd>
          {PANEL.empty[1]}
        </p>
      )}
      <SavedRuns controller={controller} />
      <MeasuredRuns controller={controller} />
    </div>
  );
}

/** Note if the two runs are at different times, or if the current run was edited. */
function Times({ controller }: { controller: CompareController }) {
  const { t_s, playing, seeking, baseline } = useLab(({ run, baseline }) => ({ ...run, baseline }));
  const back = baseline?.store;
  if (!back || playing || seeking) return null;
  return <TimeNote controller={controller} t_s={t_s} back={back} />;
}

interface NoteProps {
  controller: CompareController;
  t_s: number;
  back: Baseline['store'];
}

/** The note, with a button that makes the two comparable. */
function TimeNote({ controller, t_s, back }: NoteProps) {
  const baseline_s = useStore(back, ({ run }) => run.t_s);
  const isCatchingUp = useStore(back, ({ run, layout }) => run.seeking || !layout);
  const mixed = controller.isMixed();
  if (isCatchingUp || (!mixed && baseline_s - t_s < 1e-9)) return null;
  return (
    <div className="compare-note column spaced">
      <p>{mixed ? PANEL.mixed : PANEL.times(figure(t_s, 's', 4), figure(baseline_s, 's', 4))}</p>
      <Button onClick={() => controller.catchUp()}>
        {mixed ? PANEL.restart : PANEL.runTo(figure(baseline_s, 's', 4))}
      </Button>
    </div>
  );
}
