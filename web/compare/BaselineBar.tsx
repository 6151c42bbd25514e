/** The line above the charts: which run stays pale behind which, how the charts show them, and where they part. */
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import { useLab } from '../lab/context';
import type { Against, Behind, LabState } from '../lab/state';
import { Icon } from '../ui/Icon';
import type { CompareController } from './controller';

const WAYS: readonly { against: Against; label: string }[] = [
  { against: 'overlay', label: 'Overlay' },
  { against: 'difference', label: 'Difference' },
  { against: 'ratio', label: 'Ratio' },
];

export function BaselineBar({ controller }: { controller: CompareController }) {
  const behind = useLab((state) => state.behind);
  const { busy, waits } = useStore(controller.store);
  if (!behind) return null;
  const { against, name, front } = behind;
  return (
    <section className="kept-line" aria-label="Comparison of runs">
      <p className="kept-names" title={`${front}, with ${name} behind`}>
        <Key pale={false} />
        <b>{front}</b>
        <Key pale />
        <span>{name}</span>
        {waits ? <span className="note">waits for another run</span> : <Progress behind={behind} />}
      </p>
      <div className="kept-ways" role="group" aria-label="Charts show">
        {WAYS.map((way) => (
          <button
            key={way.against}
            type="button"
            className="button quiet"
            aria-pressed={against === way.against}
            title={`${way.label} (d)`}
            onClick={() => controller.against(way.against)}
          >
            {way.label}
          </button>
        ))}
      </div>
      <button
        type="button"
        className="button quiet kept-part"
        title="Go to where the runs part (f)"
        disabled={busy || waits}
        onClick={() => void controller.divergence()}
      >
        Where they part
      </button>
      <button
        type="button"
        className="button quiet icon-only"
        aria-label="Nothing behind"
        title="Nothing behind; the run stays in the list"
        onClick={() => controller.clear()}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}

/** A line as the charts draw it. */
function Key({ pale }: { pale: boolean }) {
  return (
    <svg className="kept-key" width="22" height="8" viewBox="0 0 22 8" aria-hidden="true">
      <path d="M1 4h20" stroke="currentColor" strokeWidth={pale ? 1 : 2.5} opacity={pale ? 0.6 : 1} />
    </svg>
  );
}

/** How far it is behind, while it comes. */
function Progress({ behind }: { behind: Behind }) {
  const text = useStore(behind.store, comingText);
  return text === '' ? null : <span className="note">{text}</span>;
}

function comingText({ engine, run, layout }: LabState): string {
  if (engine.status === 'failed') return 'cannot be simulated';
  if (!layout) return 'starts …';
  const behind = run.seeking && run.target_s !== null && run.target_s - run.t_s > 0.5;
  return behind ? `at ${figure(run.t_s, 's', 3)} of ${figure(run.target_s, 's', 3)}` : '';
}
