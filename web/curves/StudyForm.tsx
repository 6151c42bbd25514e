/** What is varied, of what, how often, and what is looked at: a study, read from top to bottom. */
import type { ReactNode } from 'react';
import type { Problem } from '../scenario/types';
import type { Seeds } from '../types/engine';
import { Dismiss } from '../ui/Dismiss';
import { axisAround, type Field } from './fields';
import { Choose } from './Choose';
import { Spacing } from './Spacing';
import { Experiment, isAbout, Labelled, LengthFields, ProblemList, Row, Text } from './Rows';
import type { Measure } from './measures';
import type { AxisWish, StopWish, Wish } from './wish';

interface Props {
  wish: Wish;
  fields: readonly Field[];
  measures: readonly Measure[];
  problems: readonly Problem[];
  /** True where the Lab holds another experiment than the study. */
  differs: boolean;
  onChange(change: Partial<Wish>): void;
  onTakeLab(): void;
  onSubmit(): void;
  children: ReactNode;
}

export function StudyForm(props: Props) {
  const { wish, measures, problems, differs, onChange, onTakeLab, onSubmit, children } = props;
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
          title={wish.scenario.title}
          changed={wish.set.length}
          differs={differs}
          onTakeLab={onTakeLab}
        />
        <LengthFields wish={wish} problems={problems} onChange={onChange} />
        {wish.where.map((text) => (
          <p key={text} className="note">
            where {text}
          </p>
        ))}
      </Row>
      <Row lead="seeds">
        <div className="study-pair">
          <Labelled label={wish.stop ? 'Seeds, at most' : 'Seeds'}>
            <Text
              value={wish.replications}
              invalid={isAbout(problems, 'replications')}
              onChange={(replications) => onChange({ replications })}
            />
          </Labelled>
          <Labelled label="At every point">
            <select
              className="input"
              value={wish.seeds}
              title="The same seeds at every point: then two points differ by the field and not by luck"
              onChange={(event) => onChange({ seeds: event.currentTarget.value as Seeds })}
            >
              <option value="common">the same</option>
              <option value="independent">others</option>
            </select>
          </Labelled>
        </div>
        <StopRule wish={wish} measures={measures} problems={problems} onChange={onChange} />
      </Row>
      <Row lead="show">
        <Shown wish={wish} measures={measures} onChange={onChange} />
      </Row>
      <ProblemList problems={problems} />
      {children}
    </form>
  );
}

function Axes({ wish, fields, problems, onChange }: Props) {
  const set = (place: number, axis: AxisWish | null): void => {
    const axes = wish.axes.map((one, i) => (i === place ? axis : one)).filter((one) => one !== null);
    onChange({ axes });
  };
  const isUsed = ({ path }: Field): boolean => wish.axes.some((axis) => 'path' in axis && axis.path === path);
  const remove = (place: number, axis: AxisWish): ReactNode =>
    wish.axes.length > 1 && (
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
      {wish.axes.map((axis, place) => (
        <Row key={place} lead={place === 0 ? 'vary' : 'and'}>
          {'other' in axis ? (
            <code className="study-other">
              {typeof axis.other === 'string' ? axis.other : JSON.stringify(axis.other)}
            </code>
          ) : (
            <>
              <div className="study-measure">
                <Labelled label={place === 0 ? 'Vary' : 'And vary'} hidden>
                  <Choose
                    value={axis.path}
                    items={fields}
                    onChange={(path) => {
                      const field = fields.find((one) => one.path === path);
                      set(place, field ? axisAround(field) : { path, values: '' });
                    }}
                  />
                </Labelled>
                {remove(place, axis)}
              </div>
              <Labelled label={place === 0 ? 'Values' : 'Values of the second'} hidden>
                <Text
                  value={axis.values}
                  invalid={isAbout(problems, 'over') || isAbout(problems, axis.path)}
                  placeholder="5 kB, 10 kB or 5 kB:50 kB:10"
                  onChange={(values) => set(place, { ...axis, values })}
                />
              </Labelled>
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
      {wish.axes.length < 2 && more && (
        <Row lead="">
          <button
            type="button"
            className="link"
            onClick={() => onChange({ axes: [...wish.axes, axisAround(more, 4)] })}
          >
            {wish.axes.length === 0 ? '+ something to vary' : '+ a second field'}
          </button>
        </Row>
      )}
    </>
  );
}

interface StopProps {
  wish: Wish;
  measures: readonly Measure[];
  problems: readonly Problem[];
  onChange(change: Partial<Wish>): void;
}

function StopRule({ wish, measures, problems, onChange }: StopProps) {
  const { stop } = wish;
  const first = wish.measures[0] ?? measures[0]?.path ?? '';
  const set = (change: Partial<StopWish>): void => {
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
          <Labelled label="Known by">
            <Choose value={stop.measure} items={measures} onChange={(measure) => set({ measure })} />
          </Labelled>
          <div className="study-pair">
            <Labelled label="95 % within ±">
              <Text
                value={stop.width}
                invalid={isAbout(problems, 'stop.half_width')}
                onChange={(width) => set({ width })}
              />
            </Labelled>
            <Labelled label="Seeds, at least">
              <Text
                value={stop.atLeast}
                invalid={isAbout(problems, 'stop.at_least')}
                onChange={(atLeast) => set({ atLeast })}
              />
            </Labelled>
          </div>
        </>
      )}
    </>
  );
}

function Shown({ wish, measures, onChange }: Omit<StopProps, 'problems'>) {
  const left = measures.filter(({ path }) => !wish.measures.includes(path));
  return (
    <>
      {wish.measures.map((path, place) => (
        <div key={place} className="study-measure">
          <Labelled label={place === 0 ? 'Show' : `Show, ${place + 1}`} hidden>
            <Choose
              value={path}
              items={measures}
              onChange={(chosen) =>
                onChange({ measures: wish.measures.map((one, i) => (i === place ? chosen : one)) })
              }
            />
          </Labelled>
          {wish.measures.length > 1 && (
            <Dismiss
              label={`Do not show ${labelOf(path, measures)}`}
              onClick={() => onChange({ measures: wish.measures.filter((_one, i) => i !== place) })}
            />
          )}
        </div>
      ))}
      {wish.measures.length < MOST_SHOWN && left[0] && (
        <button
          type="button"
          className="link"
          onClick={() => onChange({ measures: [...wish.measures, nextMeasure(left).path] })}
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
