/** The bar with the controls of the run: run and pause, step, speed, warnings, seed and time. */
import { useLab, useLabActions, useThisLab } from '../lab/context';
import { Icon } from '../ui/Icon';
import { useHere } from '../ui/later';
import { Popover } from '../ui/Popover';
import { forms } from './lazyForms';
import { restartRun } from './seedLock';
import { SpeedControl } from './SpeedControl';
import { TimeControl } from './TimeControl';
import './runbar.css';

export function RunBar() {
  const lab = useThisLab();
  const ready = useLab((s) => s.engine.status === 'ready' && s.document !== null);
  const part = useHere(forms);
  return (
    <div className="run-bar">
      <RunProgress />
      <div className="run-buttons">
        <PlayButton ready={ready} />
        <StepMenu ready={ready} />
        <button
          type="button"
          className="button icon-only"
          aria-label="Start again from 0"
          title="Start again from 0 (r)"
          disabled={!ready}
          onClick={() => restartRun(lab)}
        >
          <Icon name="restart" />
        </button>
      </div>
      <SpeedControl ready={ready} />
      {part && <part.WarningStatus />}
      <Seed ready={ready} />
      {part && <part.Scrubber ready={ready} />}
      <TimeControl ready={ready} />
    </div>
  );
}

function PlayButton({ ready }: { ready: boolean }) {
  const lab = useThisLab();
  const { running, seeking, ended } = useLab(({ run }) => ({
    running: run.playing || run.seeking,
    seeking: run.seeking,
    ended: run.ended,
  }));
  if (ended) {
    return (
      <button type="button" className="button primary play" disabled={!ready} onClick={() => restartRun(lab)}>
        <Icon name="restart" />
        Again
      </button>
    );
  }
  return (
    <button
      type="button"
      className="button primary play"
      title={running ? 'Pause (Space)' : 'Run (Space)'}
      disabled={!ready}
      onClick={seeking ? lab.actions.pause : lab.actions.toggle}
    >
      <Icon name={running ? 'pause' : 'play'} />
      {running ? 'Pause' : 'Run'}
    </button>
  );
}

const steps = [
  { what: 'event', label: 'Next event', key: '.' },
  { what: 'packet', label: 'Next packet', key: '' },
  { what: '100ms', label: 'Next 100 ms', key: '' },
] as const;

const moments = [
  { of: 'drop', label: 'Next drop', key: 'n' },
  { of: 'timeout', label: 'Next timeout', key: '' },
  { of: 'state', label: 'Next change of state', key: '' },
  { of: 'edit', label: 'Next edit', key: '' },
] as const;

function StepMenu({ ready }: { ready: boolean }) {
  const actions = useLabActions();
  const ended = useLab((s) => s.run.ended);
  return (
    <span className="joined">
      <button
        type="button"
        className="button icon-only"
        aria-label="Step to the next event"
        title="Step to the next event (.)"
        disabled={!ready || ended}
        onClick={() => actions.step('event')}
      >
        <Icon name="step" />
      </button>
      <Popover label="Choose a step" button={<Icon name="down" />} className="button icon-only narrow">
        <div className="menu">
          {steps.map(({ what, label, key }) => (
            <button
              key={what}
              type="button"
              className="button quiet"
              disabled={!ready || ended}
              onClick={() => actions.step(what)}
            >
              {label}
              {key && <kbd>{key}</kbd>}
            </button>
          ))}
          <hr />
          {moments.map(({ of, label, key }) => (
            <button
              key={of}
              type="button"
              className="button quiet"
              disabled={!ready}
              onClick={() => void actions.next(of, 1)}
            >
              {label}
              {key && <kbd>{key}</kbd>}
            </button>
          ))}
          <button
            type="button"
            className="button quiet"
            disabled={!ready}
            onClick={() => void actions.next('drop', -1)}
          >
            Previous drop
            <kbd>p</kbd>
          </button>
        </div>
      </Popover>
    </span>
  );
}

function Seed({ ready }: { ready: boolean }) {
  const actions = useLabActions();
  const seed = useLab((s) => s.current?.seed ?? null);
  const locked = useLab((s) => s.seedLocked);
  return (
    <div className="seed" role="group" aria-label="Seed">
      <span className="seed-value" title="The same experiment and seed give the same run">
        seed <b data-testid="seed">{seed ?? '–'}</b>
      </span>
      <button
        type="button"
        className="button quiet icon-only"
        aria-label="New seed"
        title="New seed: another run of the same experiment"
        disabled={!ready}
        onClick={actions.newSeed}
      >
        <Icon name="dice" />
      </button>
      <button
        type="button"
        className="button quiet icon-only"
        aria-label="Lock the seed"
        aria-pressed={locked}
        title={
          locked ? 'Locked: starting again repeats this run' : 'Unlocked: starting again draws a new seed'
        }
        onClick={() => actions.lockSeed(!locked)}
      >
        <Icon name={locked ? 'locked' : 'unlocked'} />
      </button>
    </div>
  );
}

/** A line along the top of the bar: how much of the run is done, or of the way to where it hurries. */
function RunProgress() {
  const share = useLab((s) => {
    const { t_s, seeking, target_s } = s.run;
    const end_s = seeking && target_s !== null ? target_s : (s.current?.duration_s ?? 0);
    return end_s > 0 ? Math.min(1, t_s / end_s) : 0;
  });
  return (
    <div className="run-progress" aria-hidden="true">
      <div style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}
