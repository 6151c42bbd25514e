/** The time axis below the charts: tick labels, a flag for each edit, and buttons that zoom and follow. */
import { useEffect, useRef } from 'react';
import { useThisLab, useView } from '../lab/context';
import type { TimeView } from '../samples/view';
import type { Edit } from '../scenario/types';
import { Button } from '../ui/Button';
import { useThrow } from '../ui/useThrow';
import { editText } from './edits';
import type { Stage } from './stage';
import { TIME_AXIS } from './strings';

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
  const onFail = useThrow();

  useEffect(() => {
    if (!canvas.current || !go.current) return;
    return stage.addTimeAxis({ canvas: canvas.current, flags: flags.current, go: go.current, onFail });
  }, [stage, onFail]);

  return (
    <div className="chart-time">
      <div className="chart-axis">
        <canvas ref={canvas} aria-hidden="true" />
        {edits.map((edit, i) => (
          <Button
            key={i}
            ref={(element) => {
              if (element) flags.current.set(i, element);
              return () => void flags.current.delete(i);
            }}
            kind="chart-flag"
            label={TIME_AXIS.edit(editText(edit))}
            hidden
            data-tip={editText(edit)}
            onClick={() => view.actions.pin(edit.at_s)}
          >
            <svg width="10" height="12" aria-hidden="true">
              <path d="M1 0v12M1 0.5h8l-2.5 3l2.5 3h-8" fill="var(--accent)" stroke="var(--accent)" />
            </svg>
          </Button>
        ))}
        <Button
          ref={go}
          kind="chart-go"
          hidden
          title={TIME_AXIS.goHelp}
          onClick={() => {
            const { pinned_s } = view.store.getState();
            if (pinned_s !== null) actions.seek(pinned_s);
          }}
          text={TIME_AXIS.go}
        />
      </div>
      <div className="chart-moves row" role="group" aria-label={TIME_AXIS.name}>
        <Button kind="chart-tool" hint={TIME_AXIS.more} onClick={() => zoom(view, 1 / 1.5)}>
          −
        </Button>
        <Button kind="chart-tool" hint={TIME_AXIS.less} onClick={() => zoom(view, 1.5)}>
          +
        </Button>
        <Button
          kind="chart-tool"
          className="chart-live"
          aria-pressed={follow}
          title={TIME_AXIS.liveHelp}
          onClick={() => view.actions.follow()}
          text={TIME_AXIS.live}
        />
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
