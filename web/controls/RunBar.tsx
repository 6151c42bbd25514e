/** The bar with the controls of the run: run and pause, step, speed, warnings, seed and time. */
import { useLab, useLabActions, useThisLab } from '../lab/context';
import { mayChange } from '../lab/state';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { useLazy } from '../ui/lazy';
import { Popover } from '../ui/Popover';
import { forms } from './lazyForms';
import { restartRun } from './seedLock';
import { RUN_BAR, SEED } from './strings';
import { SpeedControl } from './SpeedControl';
import { TimeControl } from './TimeControl';
import './runbar.css';

/** Controls of the run, on one line. */
export function RunBar() {
  const lab = useThisLab();
  const ready = useLab((s) => s.engine.status === 'ready' && s.document !== null);
  const part = useLazy(forms);
  const free = useLab((s) => mayChange(s, 'seed'));
  return (
    <div className="run-bar row">
      <RunProgress />
      <div className="run-buttons row tight">
        <PlayButton ready={ready} />
        <StepMenu ready={ready} />
        <Button
          icon="restart"
          label={RUN_BAR.restartFromZero}
          title={RUN_BAR.restartFromZeroTitle}
          disabled={!ready}
          onClick={() => restartRun(lab)}
        />
      </div>
      <SpeedControl ready={ready} />
      {part && <part.WarningStatus />}
      {free && <Seed ready={ready} />}
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
      <Button
        primary
        className="play"
        icon="restart"
        disabled={!ready}
        onClick={() => restartRun(lab)}
        text={RUN_BAR.restart}
      />
    );
  }
  return (
    <Button
      primary
      className="play"
      icon={running ? 'pause' : 'play'}
      title={running ? RUN_BAR.pauseTitle : RUN_BAR.runTitle}
      disabled={!ready}
      onClick={seeking ? lab.actions.pause : lab.actions.toggle}
      text={running ? RUN_BAR.pause : RUN_BAR.run}
    />
  );
}

/** Units of a single step, with the key of each. */
const steps = [
  { unit: 'event', key: '.' },
  { unit: 'packet', key: '' },
  { unit: '100ms', key: '' },
] as const;

/** Events that can be stepped to, with the key of each. */
const events = [
  { event: 'drop', key: 'n' },
  { event: 'timeout', key: '' },
  { event: 'state', key: '' },
  { event: 'edit', key: '' },
] as const;

function StepMenu({ ready }: { ready: boolean }) {
  const actions = useLabActions();
  const ended = useLab((s) => s.run.ended);
  return (
    <span className="joined row">
      <Button
        icon="step"
        label={RUN_BAR.step}
        title={RUN_BAR.stepTitle}
        disabled={!ready || ended}
        onClick={() => actions.step('event')}
      />
      <Popover label={RUN_BAR.chooseStep} button={<Icon name="down" />} className="button icon-only narrow">
        <div className="menu">
          {steps.map(({ unit, key }) => (
            <Button key={unit} quiet disabled={!ready || ended} onClick={() => actions.step(unit)}>
              {RUN_BAR.steps[unit]}
              {key && <kbd>{key}</kbd>}
            </Button>
          ))}
          <hr />
          {events.map(({ event, key }) => (
            <Button key={event} quiet disabled={!ready} onClick={() => void actions.next(event, 1)}>
              {RUN_BAR.steps[event]}
              {key && <kbd>{key}</kbd>}
            </Button>
          ))}
          <Button quiet disabled={!ready} onClick={() => void actions.next('drop', -1)}>
            {RUN_BAR.steps.previousDrop}
            <kbd>p</kbd>
          </Button>
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
    <div className="seed row" role="group" aria-label={SEED.group}>
      <span className="seed-value" title={SEED.title}>
        {SEED.label} <b data-testid="seed">{seed ?? '–'}</b>
      </span>
      <Button
        quiet
        icon="dice"
        label={SEED.newSeed}
        title={SEED.newSeedTitle}
        disabled={!ready}
        onClick={actions.newSeed}
      />
      <Button
        quiet
        icon={locked ? 'locked' : 'unlocked'}
        label={SEED.lock}
        aria-pressed={locked}
        title={locked ? SEED.locked : SEED.unlocked}
        onClick={() => actions.lockSeed(!locked)}
      />
    </div>
  );
}

/** Line along the top of the bar: the share of the run that is done or, while seeking, of the time to the target. */
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
