/** Form of advice: the bottleneck, the targets that its queue must meet, and the time for the search. */
import type { ReactNode } from 'react';
import { CLASS_LABEL, type DataClass } from '../engine/classes';
import type { Problem } from '../scenario/types';
import { Select } from '../ui/Select';
import type { Find } from '../sweep/advice';
import { QUICK_SEARCH, type AdviceFormState } from './adviceRequest';
import { Experiment, Labeled, LengthFields, problemAt, ProblemList, Row, TextField } from './FormRows';
import { ADVICE_FORM, REMEDIES } from './lazyStrings';
import { PEOPLE_TARGETS } from './peopleTargets';

interface Props {
  find: Find;
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
  const { bottlenecks } = form.scenario;
  return (
    <form
      className="study-form column"
      aria-label={props.find === 'buffer' ? ADVICE_FORM.name : REMEDIES.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Row lead={ADVICE_FORM.lead.of}>
        <Experiment scenario={form.scenario} differs={differs} onTakeLab={onTakeLab} />
        <Labeled label={ADVICE_FORM.bottleneck}>
          <Select
            value={form.bottleneck}
            onChoose={(bottleneck) => onChange({ bottleneck })}
            options={bottlenecks.map(({ id, label }) => [id, label || id])}
          />
        </Labeled>
      </Row>
      <Targets {...props} />
      <PeopleFields {...props} />
      <Row lead={ADVICE_FORM.lead.over}>
        <TimeLimit {...props} />
      </Row>
      <ProblemList problems={problems.filter(({ path }) => !FIELDS.includes(path))} />
      {children}
    </form>
  );
}

/** Paths of problems that stand beside their fields. */
const FIELDS = [
  ...PEOPLE_TARGETS.map(({ field }) => `people.${field}`),
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
        <Select
          value={form.delayOf}
          onChoose={(delayOf) => onChange({ delayOf })}
          texts={{ p99: ADVICE_FORM.p99, mean: ADVICE_FORM.mean }}
        />
      </Labeled>
    </Row>
  );
}

/** Fields for what the users of a group feel; folded while a search for a size has neither a call nor these targets. */
function PeopleFields(props: Props) {
  const { find, form } = props;
  const hasCall = form.scenario.groups.some(({ traffic }) => traffic.kind === 'call');
  const isWanted = hasCall || PEOPLE_TARGETS.some(({ field }) => form.people[field] !== '');
  if (find === 'remedies') return <PeopleRow {...props} />;
  return (
    <details className="study-more" {...(isWanted && { open: true })}>
      <summary>{ADVICE_FORM.users}</summary>
      <PeopleRow {...props} />
    </details>
  );
}

function PeopleRow({ form, problems, onChange }: Props) {
  const change = (next: Partial<AdviceFormState['people']>): void =>
    onChange({ people: { ...form.people, ...next } });
  return (
    <Row lead={ADVICE_FORM.lead.for}>
      <Labeled label={ADVICE_FORM.group}>
        <Select
          value={form.people.group}
          onChoose={(group) => change({ group })}
          options={form.scenario.groups.map(({ id, label }) => [id, label || id])}
        />
      </Labeled>
      {PEOPLE_TARGETS.map(({ field }) => (
        <TextField
          key={field}
          label={ADVICE_FORM.people[field]}
          value={form.people[field]}
          problem={problemAt(problems, `people.${field}`)}
          placeholder={ADVICE_FORM.noTarget}
          onChange={(text) => change({ [field]: text })}
        />
      ))}
    </Row>
  );
}

function TimeLimit({ find, form, problems, onChange }: Props) {
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
        <Select
          value={form.time}
          onChoose={(time) => onChange({ time })}
          texts={{ enough: ADVICE_FORM.enough, given: ADVICE_FORM.given }}
        />
      </Labeled>
      {form.time === 'enough' ? (
        <p className="note">
          {ADVICE_FORM.enoughHelp}{' '}
          {find === 'buffer' &&
            ADVICE_FORM.quickHelp(replications, checks, Math.round(100 * (precision - 1)))}
        </p>
      ) : (
        <>
          <LengthFields form={form} problems={problems} onChange={onChange} />
          {find === 'buffer' && (
            <>
              <div className="study-pair">
                {text('replications')}
                {text('checks')}
              </div>
              <div className="study-pair">{text('precision')}</div>
            </>
          )}
        </>
      )}
      <div className="study-pair">{text('confidence')}</div>
    </>
  );
}
