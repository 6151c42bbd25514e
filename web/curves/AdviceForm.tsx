/** The question to the advisor: the smallest buffer of which queue, with what. */
import type { ReactNode } from 'react';
import { CLASS_LABEL, type DataClass } from '../engine/classes';
import type { Problem } from '../scenario/types';
import type { AskWish } from './ask';
import { Experiment, isAbout, Labelled, LengthFields, ProblemList, Row, Text } from './Rows';

interface Props {
  wish: AskWish;
  classes: readonly DataClass[];
  problems: readonly Problem[];
  /** True where the Lab holds another experiment than the question. */
  differs: boolean;
  onChange(change: Partial<AskWish>): void;
  onTakeLab(): void;
  onSubmit(): void;
  children: ReactNode;
}

export function AdviceForm(props: Props) {
  const { wish, problems, differs, onChange, onTakeLab, onSubmit, children } = props;
  const { bottlenecks, title } = wish.scenario;
  return (
    <form
      className="study-form"
      aria-label="Advice"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Row lead="of">
        <Experiment title={title} differs={differs} onTakeLab={onTakeLab} />
        <Labelled label="Smallest buffer at">
          <select
            className="input"
            value={wish.bottleneck}
            onChange={(event) => onChange({ bottleneck: event.currentTarget.value })}
          >
            {bottlenecks.map(({ id, label }) => (
              <option key={id} value={id}>
                {label || id}
              </option>
            ))}
          </select>
        </Labelled>
      </Row>
      <Bounds {...props} />
      <Row lead="in">
        <Time {...props} />
      </Row>
      <ProblemList problems={problems} />
      {children}
    </form>
  );
}

/** What the buffer is to do; an empty field asks for nothing. */
function Bounds({ wish, classes, problems, onChange }: Props) {
  return (
    <Row lead="with">
      <Labelled label="Utilisation ≥">
        <Text
          value={wish.utilization}
          invalid={isAbout(problems, 'utilization')}
          placeholder="any"
          onChange={(utilization) => onChange({ utilization })}
        />
      </Labelled>
      <div className="study-pair">
        {classes.map((one) => (
          <Labelled key={one} label={`Loss of ${CLASS_LABEL[one]} ≤`}>
            <Text
              value={wish.loss[one]}
              invalid={isAbout(problems, `loss.${one}`)}
              placeholder="any"
              onChange={(text) => onChange({ loss: { ...wish.loss, [one]: text } })}
            />
          </Labelled>
        ))}
      </div>
      <div className="study-pair">
        <Labelled label="Queueing delay ≤">
          <Text
            value={wish.delay}
            invalid={isAbout(problems, 'delay')}
            placeholder="any"
            onChange={(delay) => onChange({ delay })}
          />
        </Labelled>
        <Labelled label="of it">
          <select
            className="input"
            value={wish.delayOf}
            onChange={(event) => onChange({ delayOf: event.currentTarget.value as AskWish['delayOf'] })}
          >
            <option value="p99">99th percentile</option>
            <option value="mean">mean</option>
          </select>
        </Labelled>
      </div>
    </Row>
  );
}

function Time({ wish, problems, onChange }: Props) {
  const text = (label: string, path: 'replications' | 'checks' | 'precision' | 'confidence'): ReactNode => (
    <Labelled label={label}>
      <Text
        value={wish[path]}
        invalid={isAbout(problems, path)}
        onChange={(value) => onChange({ [path]: value })}
      />
    </Labelled>
  );
  return (
    <>
      <Labelled label="Time for it">
        <select
          className="input"
          value={wish.time}
          onChange={(event) => onChange({ time: event.currentTarget.value as AskWish['time'] })}
        >
          <option value="minute">about a minute</option>
          <option value="given">as long as it takes</option>
        </select>
      </Labelled>
      {wish.time === 'minute' ? (
        <p className="note">
          Runs are made as long as a minute allows on this machine, never shorter than 50 round trips, with 2
          seeds and 4 of the check; the answer is within a quarter of a size that misses.
        </p>
      ) : (
        <>
          <LengthFields wish={wish} problems={problems} onChange={onChange} />
          <div className="study-pair">
            {text('Seeds', 'replications')}
            {text('Seeds of the check', 'checks')}
          </div>
          <div className="study-pair">{text('Within a ratio of', 'precision')}</div>
        </>
      )}
      <div className="study-pair">{text('Confidence', 'confidence')}</div>
    </>
  );
}
