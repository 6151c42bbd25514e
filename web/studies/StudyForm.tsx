/** Form of a study: parameters that vary, the experiment, replications, and the measures that are shown. */
import type { ReactNode } from 'react';
import { wordsOfPath } from '../scenario/path';
import type { Problem } from '../scenario/types';
import { CheckBox } from '../ui/CheckBox';
import { Select } from '../ui/Select';
import { Button } from '../ui/Button';
import { Dismiss } from '../ui/Dismiss';
import { AxisValues } from './AxisValues';
import type { Field } from './fields';
import { Experiment, Labeled, LengthFields, problemAt, ProblemList, Row, TextField } from './FormRows';
import { axisAround, type AxisFormState, type StopFormState, type StudyFormState } from './formState';
import { GroupedSelect } from './GroupedSelect';
import type { Measure } from './measures';
import { STUDY_FORM } from './strings';

interface Props {
  form: StudyFormState;
  fields: readonly Field[];
  measures: readonly Measure[];
  problems: readonly Problem[];
  /** Whether the Lab has another experiment than the study. */
  differs: boolean;
  onChange(change: Partial<StudyFormState>): void;
  onTakeLab(): void;
  onSubmit(): void;
  children: ReactNode;
}

/** The form; `children` stand below it. */
export function StudyForm(props: Props) {
  const { form, measures, problems, differs, onChange, onTakeLab, onSubmit, children } = props;
  const { lead } = STUDY_FORM;
  return (
    <form
      className="study-form column"
      aria-label={STUDY_FORM.name}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Axes {...props} />
      <Row lead={lead.of}>
        <Experiment
          scenario={form.scenario}
          changed={form.set.length}
          differs={differs}
          onTakeLab={onTakeLab}
        />
        <LengthFields form={form} problems={problems} onChange={onChange} />
        {form.where.map((text) => (
          <p key={text} className="note">
            {STUDY_FORM.condition(text)}
          </p>
        ))}
      </Row>
      <Row lead={lead.replications}>
        <div className="study-pair">
          <TextField
            label={form.stop ? STUDY_FORM.replicationsAtMost : STUDY_FORM.replications}
            value={form.replications}
            problem={problemAt(problems, 'replications')}
            onChange={(replications) => onChange({ replications })}
          />
          <Labeled label={STUDY_FORM.seeds}>
            <Select
              value={form.seeds}
              title={STUDY_FORM.seedsHelp}
              onChoose={(seeds) => onChange({ seeds })}
              texts={{ common: STUDY_FORM.common, independent: STUDY_FORM.independent }}
            />
          </Labeled>
        </div>
        <StopRule form={form} measures={measures} problems={problems} onChange={onChange} />
      </Row>
      <Row lead={lead.show}>
        <ShownMeasures form={form} measures={measures} onChange={onChange} />
      </Row>
      <ProblemList problems={problems.filter(({ path }) => !hasField(path, form))} />
      {children}
    </form>
  );
}

/** Paths of problems that stand beside fields which are always shown. */
const FIELDS = ['duration_s', 'warmup_s', 'replications'];

/** Whether a problem at this path is shown beside a field of the form. */
function hasField(path: string, { axes, stop }: StudyFormState): boolean {
  if (stop && ['stop.half_width', 'stop.at_least'].includes(path)) return true;
  const ofAxis = axes.some(
    (axis, i) =>
      axis.kind !== 'other' && (path === axis.path || path === `over.${i}` || path.startsWith(`over.${i}.`)),
  );
  return ofAxis || FIELDS.includes(path);
}

function Axes({ form, fields, problems, onChange }: Props) {
  const { lead } = STUDY_FORM;
  const set = (place: number, axis: AxisFormState | null): void => {
    const axes = form.axes.map((one, i) => (i === place ? axis : one)).filter((one) => one !== null);
    onChange({ axes });
  };
  const isUsed = ({ path }: Field): boolean =>
    form.axes.some((axis) => axis.kind !== 'other' && axis.path === path);
  const remove = (place: number, axis: AxisFormState): ReactNode =>
    form.axes.length > 1 && (
      <Dismiss
        label={STUDY_FORM.remove(axis.kind === 'other' ? STUDY_FORM.combination : labelOf(axis.path, fields))}
        onClick={() => set(place, null)}
      />
    );
  const next = fields.find(
    (field) => !isUsed(field) && field.value !== null && field.path.endsWith('.count'),
  );
  const more = next ?? fields.find((field) => !isUsed(field) && field.value !== null);
  return (
    <>
      {form.axes.map((axis, place) => (
        <Row key={place} lead={place === 0 ? lead.vary : lead.and}>
          {axis.kind === 'other' ? (
            <>
              <code className="study-other">
                {typeof axis.over === 'string' ? axis.over : JSON.stringify(axis.over)}
              </code>
              {remove(place, axis)}
            </>
          ) : (
            <>
              <div className="study-measure row">
                <Labeled label={PARAMETERS[place] ?? STUDY_FORM.parameter} hidden>
                  <GroupedSelect
                    value={axis.path}
                    items={fields}
                    onChange={(path) => {
                      const field = fields.find((one) => one.path === path);
                      set(place, field ? axisAround(field) : { kind: 'list', path, values: '' });
                    }}
                  />
                </Labeled>
                {remove(place, axis)}
              </div>
              <AxisValues
                axis={axis}
                at={`over.${place}`}
                field={fields.find(({ path }) => path === axis.path)}
                problems={problems}
                onChange={(changed) => set(place, changed)}
              />
            </>
          )}
        </Row>
      ))}
      {form.axes.length < ADD.length && more && (
        <Row lead="">
          <Button
            kind="link"
            onClick={() => onChange({ axes: [...form.axes, axisAround(more, 4)] })}
            text={ADD[form.axes.length]}
          />
        </Row>
      )}
    </>
  );
}

/** Names of the parameters, by place: the x axis, the curves, and the panels. */
const PARAMETERS = [STUDY_FORM.parameter, STUDY_FORM.secondParameter, STUDY_FORM.thirdParameter] as const;

/** Buttons that add the next parameter, by the number of parameters. */
const ADD = [STUDY_FORM.addFirst, STUDY_FORM.addSecond, STUDY_FORM.addThird] as const;

interface StopProps {
  form: StudyFormState;
  measures: readonly Measure[];
  problems: readonly Problem[];
  onChange(change: Partial<StudyFormState>): void;
}

function StopRule({ form, measures, problems, onChange }: StopProps) {
  const { stop } = form;
  const first = form.measures[0] ?? measures[0]?.path ?? '';
  const set = (change: Partial<StopFormState>): void => {
    if (stop) onChange({ stop: { ...stop, ...change } });
  };
  return (
    <>
      <CheckBox
        label={STUDY_FORM.stopEarly}
        checked={stop !== null}
        onChoose={(on) =>
          onChange(
            on
              ? { stop: { measure: first, width: '10 %', atLeast: '5' }, replications: '50' }
              : { stop: null, replications: '3' },
          )
        }
      />
      {stop && (
        <>
          <Labeled label={STUDY_FORM.stopMeasure}>
            <GroupedSelect value={stop.measure} items={measures} onChange={(measure) => set({ measure })} />
          </Labeled>
          <div className="study-pair">
            <TextField
              label={STUDY_FORM.stopWidth}
              value={stop.width}
              problem={problemAt(problems, 'stop.half_width')}
              onChange={(width) => set({ width })}
            />
            <TextField
              label={STUDY_FORM.replicationsAtLeast}
              value={stop.atLeast}
              problem={problemAt(problems, 'stop.at_least')}
              onChange={(atLeast) => set({ atLeast })}
            />
          </div>
        </>
      )}
    </>
  );
}

function ShownMeasures({ form, measures, onChange }: Omit<StopProps, 'problems'>) {
  const left = measures.filter(({ path }) => !form.measures.includes(path));
  return (
    <>
      {form.measures.map((path, place) => (
        <div key={place} className="study-measure row">
          <Labeled label={place === 0 ? STUDY_FORM.measure : STUDY_FORM.measureNumber(place + 1)} hidden>
            <GroupedSelect
              value={path}
              items={measures}
              onChange={(chosen) =>
                onChange({ measures: form.measures.map((one, i) => (i === place ? chosen : one)) })
              }
            />
          </Labeled>
          {form.measures.length > 1 && (
            <Dismiss
              label={STUDY_FORM.remove(labelOf(path, measures))}
              onClick={() => onChange({ measures: form.measures.filter((_one, i) => i !== place) })}
            />
          )}
        </div>
      ))}
      {form.measures.length < MAX_MEASURES && left[0] && (
        <Button
          kind="link"
          onClick={() => onChange({ measures: [...form.measures, nextMeasure(left).path] })}
          text={STUDY_FORM.addMeasure}
        />
      )}
    </>
  );
}

/** Number of charts that can be read at once. */
const MAX_MEASURES = 6;

/** Returns the measure to add next: utilization, TCP loss or delay if they are left. */
function nextMeasure(left: readonly Measure[]): Measure {
  const preferred = ['.utilization', '.loss.tcp', '.queue_delay_s.mean'];
  const found = preferred.flatMap((end) => left.find(({ path }) => path.endsWith(end)) ?? []);
  return found[0] ?? left[0]!;
}

function labelOf(path: string, items: readonly { path: string; label: string }[]): string {
  return items.find((item) => item.path === path)?.label ?? wordsOfPath(path);
}
