/** What is varied, of what, how often, and what is looked at: a study, read from top to bottom. */
import type { ReactNode } from 'react';
import type { Problem } from '../scenario/types';
import type { Seeds } from '../types/engine';
import { Dismiss } from '../ui/Dismiss';
import { axisAround, type Field } from './fields';
import { GroupedSelect } from './GroupedSelect';
import { Spacing } from './AxisValues';
import { Experiment, isAbout, Labeled, LengthFields, ProblemList, Row, Text } from './FormRows';
import type { Measure } from './measures';
import type { AxisFormState, StopFormState, StudyFormState } from './formState';

interface Props {
  form: StudyFormState;
  fields: readonly Field[];
  measures: readonly Measure[];
  problems: readonly Problem[];
  /** True where the Lab holds another experiment than the study. */
  differs: boolean;
  onChange(change: Partial<StudyFormState>): void;
  onTakeLab(): void;
  onSubmit(): void;
  children: ReactNode;
}

export function StudyForm(props: Props) {
  const { form, measures, problems, differs, onChange, onTakeLab, onSubmit, children } = props;
  return (
    <form
      className="study-form"
      aria-label="Study"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Axes {...props} />
      <Row lead="of">
        <Experiment
          title={form.scenario.title}
          changed={form.set.length}
          differs={differs}
          onTakeLab={onTakeLab}
        />
        <LengthFields form={form} problems={problems} onChange={onChange} />
        {form.where.map((text) => (
          <p key={text} className="note">
            where {text}
          </p>
        ))}
      </Row>
      <Row lead="seeds">
        <div className="study-pair">
          <Labeled label={form.stop ? 'Seeds, at most' : 'Seeds'}>
            <Text
              value={form.replications}
              invalid={isAbout(problems, 'replications')}
              onChange={(replications) => onChange({ replications })}
            />
          </Labeled>
          <Labeled label="At every point">
            <select
              className="input"
              value={form.seeds}
              title="The same seeds at every point: then two points differ by the field and not by luck"
              onChange={(event) => onChange({ seeds: event.currentTarget.value as Seeds })}
            >
              <option value="common">the same</option>
              <option value="independent">others</option>
            </select>
          </Labeled>
        </div>
        <StopRule form={form} measures={measures} problems={problems} onChange={onChange} />
      </Row>
      <Row lead="show">
        <Shown form={form} measures={measures} onChange={onChange} />
      </Row>
      <ProblemList problems={problems} />
      {children}
    </form>
  );
}

function Axes({ form, fields, problems, onChange }: Props) {
  const set = (place: number, axis: AxisFormState | null): void => {
    const axes = form.axes.map((one, i) => (i === place ? axis : one)).filter((one) => one !== null);
    onChange({ axes });
  };
  const isUsed = ({ path }: Field): boolean => form.axes.some((axis) => 'path' in axis && axis.path === path);
  const remove = (place: number, axis: AxisFormState): ReactNode =>
    form.axes.length > 1 && (
      <Dismiss
        label={`Vary ${'path' in axis ? labelOf(axis.path, fields) : 'this'} no more`}
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
        <Row key={place} lead={place === 0 ? 'vary' : 'and'}>
          {'other' in axis ? (
            <code className="study-other">
              {typeof axis.other === 'string' ? axis.other : JSON.stringify(axis.other)}
            </code>
          ) : (
            <>
              <div className="study-measure">
                <Labeled label={place === 0 ? 'Vary' : 'And vary'} hidden>
                  <GroupedSelect
                    value={axis.path}
                    items={fields}
                    onChange={(path) => {
                      const field = fields.find((one) => one.path === path);
                      set(place, field ? axisAround(field) : { path, values: '' });
                    }}
                  />
                </Labeled>
                {remove(place, axis)}
              </div>
              <Labeled label={place === 0 ? 'Values' : 'Values of the second'} hidden>
                <Text
                  value={axis.values}
                  invalid={isAbout(problems, 'over') || isAbout(problems, axis.path)}
                  placeholder="5 kB, 10 kB or 5 kB:50 kB:10"
                  onChange={(values) => set(place, { ...axis, values })}
                />
              </Labeled>
              <Spacing
                axis={axis}
                field={fields.find(({ path }) => path === axis.path)}
                onChange={(next) => set(place, next)}
              />
            </>
          )}
          {'other' in axis && remove(place, axis)}
        </Row>
      ))}
      {form.axes.length < 2 && more && (
        <Row lead="">
          <button
            type="button"
            className="link"
            onClick={() => onChange({ axes: [...form.axes, axisAround(more, 4)] })}
          >
            {form.axes.length === 0 ? '+ something to vary' : '+ a second field'}
          </button>
        </Row>
      )}
    </>
  );
}

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
      <label className="box">
        <input
          type="checkbox"
          checked={stop !== null}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked
                ? { stop: { measure: first, width: '10 %', atLeast: '5' }, replications: '50' }
                : { stop: null, replications: '3' },
            )
          }
        />
        stop where it is known well
      </label>
      {stop && (
        <>
          <Labeled label="Known by">
            <GroupedSelect value={stop.measure} items={measures} onChange={(measure) => set({ measure })} />
          </Labeled>
          <div className="study-pair">
            <Labeled label="95 % within ±">
              <Text
                value={stop.width}
                invalid={isAbout(problems, 'stop.half_width')}
                onChange={(width) => set({ width })}
              />
            </Labeled>
            <Labeled label="Seeds, at least">
              <Text
                value={stop.atLeast}
                invalid={isAbout(problems, 'stop.at_least')}
                onChange={(atLeast) => set({ atLeast })}
              />
            </Labeled>
          </div>
        </>
      )}
    </>
  );
}

function Shown({ form, measures, onChange }: Omit<StopProps, 'problems'>) {
  const left = measures.filter(({ path }) => !form.measures.includes(path));
  return (
    <>
      {form.measures.map((path, place) => (
        <div key={place} className="study-measure">
          <Labeled label={place === 0 ? 'Show' : `Show, ${place + 1}`} hidden>
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
              label={`Do not show ${labelOf(path, measures)}`}
              onClick={() => onChange({ measures: form.measures.filter((_one, i) => i !== place) })}
            />
          )}
        </div>
      ))}
      {form.measures.length < MOST_SHOWN && left[0] && (
        <button
          type="button"
          className="link"
          onClick={() => onChange({ measures: [...form.measures, nextMeasure(left).path] })}
        >
          + another measure
        </button>
      )}
    </>
  );
}

/** Small multiples; more than these cannot be seen at once. */
const MOST_SHOWN = 6;

function nextMeasure(left: readonly Measure[]): Measure {
  const wanted = ['.utilization', '.loss.tcp', '.queue_delay_s.mean'];
  const found = wanted.flatMap((end) => left.find(({ path }) => path.endsWith(end)) ?? []);
  return found[0] ?? left[0]!;
}

function labelOf(path: string, items: readonly { path: string; label: string }[]): string {
  return items.find((item) => item.path === path)?.label ?? path;
}
