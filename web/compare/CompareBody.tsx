/** What is in the panel: both runs in figures, the same with more seeds, and the runs that were kept. */
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import { useLab } from '../lab/context';
import type { Behind } from '../lab/state';
import type { CompareController } from './controller';
import { CompareTable } from './CompareTable';
import { SavedRuns } from './SavedRuns';
import { ReplicationBar } from './ReplicationBar';

export function CompareBody({ controller }: { controller: CompareController }) {
  const behind = useLab((state) => state.behind);
  const waits = useStore(controller.store, (state) => state.waits);
  const there = behind !== null;
  const body = useRef<HTMLDivElement>(null);
  // What was asked for is meant to be seen, not the last lines of what stands above it.
  useEffect(() => {
    const foot = body.current?.closest('.side-foot');
    const panel = body.current?.closest('details');
    if (there && foot && panel) foot.scrollTop = panel.offsetTop;
  }, [there]);
  return (
    <div className="compare" ref={body}>
      {behind && waits ? (
        <p className="note">
          This run is the baseline. Change something, or open another run: it is then compared with this one.
        </p>
      ) : behind ? (
        <>
          <Times controller={controller} />
          <CompareTable controller={controller} behind={behind} />
          <ReplicationBar controller={controller} behind={behind} />
        </>
      ) : (
        <p className="note">
          Keep a run (<kbd>k</kbd>) and change something: it stays behind the next, with the difference in
          figures here.
        </p>
      )}
      <SavedRuns controller={controller} />
    </div>
  );
}

/** Whether both are at the same moment, and of one piece; and how they come to be. */
function Times({ controller }: { controller: CompareController }) {
  const { t_s, playing, seeking, behind } = useLab(({ run, behind }) => ({ ...run, behind }));
  const back = behind?.store;
  if (!back || playing || seeking) return null;
  return <Caught controller={controller} t_s={t_s} back={back} />;
}

interface CaughtProps {
  controller: CompareController;
  t_s: number;
  back: Behind['store'];
}

function Caught({ controller, t_s, back }: CaughtProps) {
  const kept_s = useStore(back, ({ run }) => run.t_s);
  const coming = useStore(back, ({ run, layout }) => run.seeking || !layout);
  const mixed = controller.isMixed();
  if (coming || (!mixed && kept_s - t_s < 1e-9)) return null;
  return (
    <div className="compare-note">
      <p>
        {mixed
          ? 'This run was changed on its way: its figures are of before and after.'
          : `This run is at ${figure(t_s, 's', 4)}, the kept one at ${figure(kept_s, 's', 4)}.`}
      </p>
      <button type="button" className="button" onClick={() => controller.catchUp()}>
        {mixed ? 'Start again from 0 with the change' : `Run on to ${figure(kept_s, 's', 4)}`}
      </button>
    </div>
  );
}
