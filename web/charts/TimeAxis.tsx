/** The time axis below the charts: tick labels, a flag for each edit, and buttons that zoom and follow. */
import { useEffect, useRef } from 'react';
import { useThisLab, useView } from '../lab/context';
import type { TimeView } from '../samples/view';
import type { Edit } from '../scenario/types';
import { editText } from './edits';
import type { Stage } from './stage';

interface Props {
  stage: Stage;
  edits: readonly Edit[];
}

/** Time axis of a stack of charts. */
export function TimeAxis({ stage, edits }: Props) {
  const { view, actions } = useThisLab();
  const follow = useView((state) => state.follow);
  const canvas = useRef<HTMLCanvasElement>(null);
  const go = useRef<HTMLButtonElement>(null);
  const flags = useRef(new Map<number, HTMLElement>());

  useEffect(() => {
    if (!canvas.current || !go.current) return;
    return stage.addTimeAxis({ canvas: canvas.current, flags: flags.current, go: go.current });
  }, [stage]);

  return (
    <div className="chart-time">
      <div className="chart-axis">
        <canvas ref={canvas} aria-hidden="true" />
        {edits.map((edit, i) => (
          <button
            key={i}
            type="button"
            hidden
            className="chart-flag"
            aria-label={`Edit at ${editText(edit)}`}
            data-tip={editText(edit)}
            onClick={() => view.actions.pin(edit.at_s)}
            ref={(element) => {
              if (element) flags.current.set(i, element);
              return () => void flags.current.delete(i);
            }}
          >
            <svg width="10" height="12" aria-hidden="true">
              <path d="M1 0v12M1 0.5h8l-2.5 3l2.5 3h-8" fill="var(--accent)" stroke="var(--accent)" />
            </svg>
          </button>
        ))}
        <button
          ref={go}
          type="button"
          hidden
          className="chart-go"
          title="Take the run to the pinned moment (g)"
          onClick={() => {
            const { pinned_s } = view.store.getState();
            if (pinned_s !== null) actions.seek(pinned_s);
          }}
        >
          Go here
        </button>
      </div>
      <div className="chart-moves" role="group" aria-label="Time axis">
        <button
          type="button"
          className="chart-tool"
          aria-label="Show more time"
          title="Show more time"
          onClick={() => zoom(view, 1 / 1.5)}
        >
          −
        </button>
        <button
          type="button"
          className="chart-tool"
          aria-label="Show less time"
          title="Show less time"
          onClick={() => zoom(view, 1.5)}
        >
          +
        </button>
        <button
          type="button"
          className="chart-tool chart-live"
          aria-pressed={follow}
          title="Follow the live edge (double click)"
          onClick={() => view.actions.follow()}
        >
          Live
        </button>
      </div>
    </div>
  );
}

/** Zooms around the pin if it is visible, otherwise around the middle. */
function zoom({ store, actions }: TimeView, factor: number): void {
  const { t0_s, t1_s, pinned_s } = store.getState();
  const inView = pinned_s !== null && pinned_s >= t0_s && pinned_s <= t1_s;
  actions.zoom(factor, inView ? pinned_s : (t0_s + t1_s) / 2);
}
