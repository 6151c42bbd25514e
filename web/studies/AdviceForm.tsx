/** Form of the advisor: the bottleneck, the targets that its buffer must meet, and the time for the search. */
import type { ReactNode } from 'react';
import { CLASS_LABEL, type DataClass } from '../engine/classes';
import type { Problem } from '../scenario/types';
import { QUICK_SEARCH, type AdviceFormState } from './adviceRequest';
import { Experiment, Labeled, LengthFields, problemAt, ProblemList, Row, TextField } from './FormRows';
import { ADVICE_FORM } from './lazyStrings';

interface Props {
  form: AdviceFormState;
  classes: readonly DataClass[];
  problems: readonly Problem[];
  /** Whether the Lab has another experiment than the form. */
  differs: boolean;
  onChange(change: Partial<AdviceFormState>): void;
  onTakeLab(): void;
  onSubmit(): void;
  children: ReactNode;
}

/** The form; `children` stand below it. */
export function AdviceForm(props: Props) {
  const { form, problems, differs, onChange, onTakeLab, onSubmit, children } = props;
  const { bottlenecks, title } = form.scenario;
  return (
    <form
      className="study-form"
      aria-label={ADVICE_FORM.name}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Row lead={ADVICE_FORM.lead.of}>
        <Experiment title={title} differs={differs} onTakeLab={onTakeLab} />
        <Labeled label={ADVICE_FORM.bottleneck}>
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
      <Targets {...props} />
      <Row lead={ADVICE_FORM.lead.in}>
        <TimeLimit {...props} />
      </Row>
      <ProblemList problems={problems.filter(({ path }) => !FIELDS.includes(path))} />
      {children}
    </form>
  );
}

/** Paths of problems that stand beside their fields. */
const FIELDS = [
  'utilization',
  'loss.tcp',
  'loss.udp',
  'delay',
  'duration_s',
  'warmup_s',
  'replications',
  'checks',
  'precision',
  'confidence',
];

/** Fields for the targets; an empty field sets no target. */
function Targets({ form, classes, problems, onChange }: Props) {
  return (
    <Row lead={ADVICE_FORM.lead.with}>
      <TextField
        label={ADVICE_FORM.utilization}
        value={form.utilization}
        problem={problemAt(problems, 'utilization')}
        placeholder={ADVICE_FORM.noTarget}
        onChange={(utilization) => onChange({ utilization })}
      />
      <div className="study-pair">
        {classes.map((one) => (
          <TextField
            key={one}
            label={ADVICE_FORM.loss(CLASS_LABEL[one])}
            value={form.loss[one]}
            problem={problemAt(problems, `loss.${one}`)}
            placeholder={ADVICE_FORM.noTarget}
            onChange={(text) => onChange({ loss: { ...form.loss, [one]: text } })}
          />
        ))}
      </div>
      <TextField
        label={ADVICE_FORM.delay}
        value={form.delay}
        problem={problemAt(problems, 'delay')}
        placeholder={ADVICE_FORM.noTarget}
        onChange={(delay) => onChange({ delay })}
      />
      <Labeled label={ADVICE_FORM.statistic}>
        <select
          className="input"
          value={form.delayOf}
          onChange={(event) => onChange({ delayOf: event.currentTarget.value as AdviceFormState['delayOf'] })}
        >
          <option value="p99">{ADVICE_FORM.p99}</option>
          <option value="mean">{ADVICE_FORM.mean}</option>
        </select>
      </Labeled>
    </Row>
  );
}

function TimeLimit({ form, problems, onChange }: Props) {
  const text = (name: 'replications' | 'checks' | 'precision' | 'confidence'): ReactNode => (
    <TextField
      label={ADVICE_FORM[name]}
      value={form[name]}
      problem={problemAt(problems, name)}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const { replications, checks, precision } = QUICK_SEARCH;
  return (
    <>
      <Labeled label={ADVICE_FORM.time}>
        <select
          className="input"
          value={form.time}
          onChange={(event) => onChange({ time: event.currentTarget.value as AdviceFormState['time'] })}
        >
          <option value="minute">{ADVICE_FORM.minute}</option>
          <option value="given">{ADVICE_FORM.unlimited}</option>
        </select>
      </Labeled>
      {form.time === 'minute' ? (
        <p className="note">
          {ADVICE_FORM.minuteHelp(replications, checks, Math.round(100 * (precision - 1)))}
        </p>
      ) : (
        <>
          <LengthFields form={form} problems={problems} onChange={onChange} />
          <div className="study-pair">
            {text('replications')}
            {text('checks')}
          </div>
          <div className="study-pair">{text('precision')}</div>
        </>
      )}
      <div className="study-pair">{text('confidence')}</div>
    </>
  );
}
