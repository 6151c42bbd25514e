/** The question to the advisor: the smallest buffer of which queue, with what. */
import type { ReactNode } from 'react';
import { CLASS_LABEL, type DataClass } from '../engine/classes';
import type { Problem } from '../scenario/types';
import type { AdviceFormState } from './adviceRequest';
import { Experiment, isAbout, Labeled, LengthFields, ProblemList, Row, Text } from './FormRows';

interface Props {
  form: AdviceFormState;
  classes: readonly DataClass[];
  problems: readonly Problem[];
  /** True where the Lab holds another experiment than the question. */
  differs: boolean;
  onChange(change: Partial<AdviceFormState>): void;
  onTakeLab(): void;
  onSubmit(): void;
  children: ReactNode;
}

export function AdviceForm(props: Props) {
  const { form, problems, differs, onChange, onTakeLab, onSubmit, children } = props;
  const { bottlenecks, title } = form.scenario;
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
        <Labeled label="Smallest buffer at">
          <select
            className="input"
            value={form.bottleneck}
            onChange={(event) => onChange({ bottleneck: event.currentTarget.value })}
          >
            {bottlenecks.map(({ id, label }) => (
              <option key={id} value={id}>
                {label || id}
              </option>
            ))}
          </select>
        </Labeled>
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
function Bounds({ form, classes, problems, onChange }: Props) {
  return (
    <Row lead="with">
      <Labeled label="Utilisation ≥">
        <Text
          value={form.utilization}
          invalid={isAbout(problems, 'utilization')}
          placeholder="any"
          onChange={(utilization) => onChange({ utilization })}
        />
      </Labeled>
      <div className="study-pair">
        {classes.map((one) => (
          <Labeled key={one} label={`Loss of ${CLASS_LABEL[one]} ≤`}>
            <Text
              value={form.loss[one]}
              invalid={isAbout(problems, `loss.${one}`)}
              placeholder="any"
              onChange={(text) => onChange({ loss: { ...form.loss, [one]: text } })}
            />
          </Labeled>
        ))}
      </div>
      <div className="study-pair">
        <Labeled label="Queueing delay ≤">
          <Text
            value={form.delay}
            invalid={isAbout(problems, 'delay')}
            placeholder="any"
            onChange={(delay) => onChange({ delay })}
          />
        </Labeled>
        <Labeled label="of it">
          <select
            className="input"
            value={form.delayOf}
            onChange={(event) =>
              onChange({ delayOf: event.currentTarget.value as AdviceFormState['delayOf'] })
            }
          >
            <option value="p99">99th percentile</option>
            <option value="mean">mean</option>
          </select>
        </Labeled>
      </div>
    </Row>
  );
}

function Time({ form, problems, onChange }: Props) {
  const text = (label: string, path: 'replications' | 'checks' | 'precision' | 'confidence'): ReactNode => (
    <Labeled label={label}>
      <Text
        value={form[path]}
        invalid={isAbout(problems, path)}
        onChange={(value) => onChange({ [path]: value })}
      />
    </Labeled>
  );
  return (
    <>
      <Labeled label="Time for it">
        <select
          className="input"
          value={form.time}
          onChange={(event) => onChange({ time: event.currentTarget.value as AdviceFormState['time'] })}
        >
          <option value="minute">about a minute</option>
          <option value="given">as long as it takes</option>
        </select>
      </Labeled>
      {form.time === 'minute' ? (
        <p className="note">
          Runs are made as long as a minute allows on this machine, never shorter than 50 round trips, with 2
          seeds and 4 of the check; the answer is within a quarter of a size that misses.
        </p>
      ) : (
        <>
          <LengthFields form={form} problems={problems} onChange={onChange} />
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
