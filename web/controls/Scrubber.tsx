/**
 * A slider over the whole run. It shows the current time, the latest time that was simulated, the edits, and the earlier
 * branches. Releasing the handle goes to that time.
 */
import { useState } from 'react';
import { useLab, useLabActions } from '../lab/context';
import { clockText } from './clock';
import { SCRUBBER } from './lazyStrings';
import './scrubber.css';

/** Slider over the whole run, in seconds of simulated time. */
export function Scrubber({ ready }: { ready: boolean }) {
  const actions = useLabActions();
  const run = useLab(({ run, current }) => ({
    t_s: run.seeking && run.target_s !== null ? run.target_s : run.t_s,
    reached_s: run.reached_s,
    end_s: current?.duration_s ?? 0,
  }));
  const edits = useLab((s) => s.document?.edits ?? null);
  const branches = useLab((s) => s.branches);
  const [held_s, hold] = useState<number | null>(null);
  const at_s = held_s ?? run.t_s;
  const share = (t_s: number): number => (run.end_s > 0 ? Math.min(1, t_s / run.end_s) : 0);
  const percent = (t_s: number): string => `${100 * share(t_s)}%`;
  const go = (): void => {
    if (held_s !== null) actions.seek(held_s);
    hold(null);
  };
  return (
    <span className="scrubber">
      <span className="scrubber-track">
        <span className="scrubber-reached" style={{ width: percent(run.reached_s) }} />
        <span className="scrubber-done" style={{ width: percent(at_s) }} />
        {branches.map(({ id, from_s, reached_s }) => (
          <span
            key={id}
            className="scrubber-branch"
            style={{ left: percent(from_s), width: percent(reached_s - from_s) }}
          />
        ))}
        {edits?.map(({ at_s: t_s }, i) => (
          <span key={i} className="scrubber-edit" style={{ left: percent(t_s) }} />
        ))}
        {held_s !== null && (
          <output className="scrubber-time" style={{ left: percent(held_s) }}>
            {clockText(held_s, false)}
          </output>
        )}
      </span>
      <input
        type="range"
        aria-label={SCRUBBER.label}
        aria-valuetext={clockText(at_s, false)}
        min={0}
        max={run.end_s}
        step={run.end_s / 1000 || 1}
        value={at_s}
        disabled={!ready}
        onChange={(event) => hold(Number(event.currentTarget.value))}
        onPointerUp={go}
        onPointerCancel={() => hold(null)}
        onKeyUp={go}
        onBlur={go}
      />
    </span>
  );
}
