/** The curves, how they are looked at, what they show in words, and the table below. */
import { useDeferredValue, useMemo } from 'react';
import type { Catalog } from '../engine/catalog';
import type { SweepState } from '../study/sweep';
import type { CaseLine } from '../types/engine';
import { CurveKey } from './CurveKey';
import { CurvePanel } from './CurvePanel';
import { curvesOf, numericValues, type CurvePoint, type CurveSet } from './data';
import type { StudiesController } from './studiesController';
import type { Field } from './fields';
import type { ViewSettings } from './viewSettings';
import { ViewOptions } from './ViewOptions';
import { MapPanel } from './MapPanel';
import { named, type Measure } from './measures';
import { fieldAt, measureAt, type Choices } from './choices';
import { stylesOf } from './panel';
import type { ReferenceCurve } from './requests';
import { assumptionText, ratioOf, ratioText } from './ratio';
import { PointTable } from './PointTable';
import { RunWarnings } from './RunWarnings';
import { decayText } from './decay';
import { curveText, findingOf, placeText, stepText } from './studyText';
import { useModels, useOverlays } from './useModels';
import { useTheme } from './useTheme';
import { pathsOf, scenarioAlong, scenarioAt, type StudyFormState } from './formState';

interface Props {
  controller: StudiesController;
  catalog: Catalog;
  form: StudyFormState;
  settings: ViewSettings;
  state: SweepState;
  choices: Choices;
  /** Curves that came with the study. */
  kept: readonly ReferenceCurve[];
  onOpen(line: CaseLine): void;
}

export function Result({ controller, catalog, form, settings, state, choices, kept, onOpen }: Props) {
  const { study } = state;
  // A table of thousands may come a moment later than the curve.
  const lines = state.lines;
  const later = useDeferredValue(lines);
  const varied = useMemo(
    () =>
      (study && Array.isArray(study.over) ? pathsOf(study).flat() : []).map((path) => fieldAt(choices, path)),
    [study, choices],
  );
  const measures = named(form.measures.map((path) => measureAt(choices, path)));
  const [x, second] = varied;
  const first = measures[0];
  // The first line tells which fields differ; any will do for what a model is given.
  const point = lines[0]?.point;
  const judged = state.phase === 'refused' ? null : study;
  const base = useMemo(() => judged && scenarioAt(judged, point ?? {}), [judged, point]);
  const offered = useOverlays(catalog, base, x?.path ?? '', first?.path ?? '');
  const isKept = kept.some((one) => one.x === x?.path && form.measures.includes(one.measure));
  if (!x || !first || !study || (lines.length === 0 && !isKept)) return <Nothing state={state} />;
  const isMap = settings.view === 'map' && second !== undefined;
  const isPositive = lines.every(({ point }) => {
    const value = point[x.path];
    return typeof value === 'number' && value > 0;
  });
  return (
    <>
      {lines.length === 0 && <Nothing state={state} />}
      <ViewOptions
        settings={settings}
        hasMap={second !== undefined}
        isPositive={isPositive}
        models={offered}
        onChange={(change) => controller.settings(change)}
      />
      <div className={measures.length > 1 ? 'curve-panels many' : 'curve-panels'}>
        {measures.map((measure) => (
          <One
            key={measure.path}
            {...{ controller, catalog, settings, lines, study, x, measure, choices, kept, onOpen }}
            second={isMap ? second : null}
            height={measures.length > 1 ? 260 : 340}
          />
        ))}
      </div>
      <RunWarnings lines={later} />
      <PointTable lines={later} varied={varied} measures={measures} onOpen={onOpen} />
    </>
  );
}

interface OneProps extends Pick<
  Props,
  'controller' | 'catalog' | 'settings' | 'choices' | 'kept' | 'onOpen'
> {
  lines: readonly CaseLine[];
  study: NonNullable<SweepState['study']>;
  x: Field;
  /** The other field of a map; null for curves. */
  second: Field | null;
  measure: Measure;
  height: number;
}

function One(props: OneProps) {
  const { controller, catalog, settings, lines, study, x, second, measure, choices, height, kept, onOpen } =
    props;
  const theme = useTheme();
  const set = useMemo(() => curvesOf(lines, x.path, measure.path), [lines, x.path, measure.path]);
  const references = useMemo(
    () => kept.filter((one) => one.x === x.path && one.measure === measure.path),
    [kept, x.path, measure.path],
  );
  const run = useMemo(() => numericValues(lines, x.path), [lines, x.path]);
  const xs = useMemo(() => {
    const more = references.flatMap(({ points }) => points.map(([place]) => place));
    return more.length === 0 ? run : [...new Set([...run, ...more])].sort((a, b) => a - b);
  }, [run, references]);
  const [line] = lines;
  const at = useMemo(() => scenarioAlong(study, x.path, line), [study, x.path, line]);
  const models = useModels({
    catalog,
    client: controller.models,
    at,
    x: x.path,
    xs,
    scale: settings.x,
    measure: measure.path,
    chosen: second ? [] : settings.models,
  });
  const parts = useMemo(
    () => ({ set, measure, field: x, settings, models: [...models, ...references], xs, theme }),
    [set, measure, x, settings, models, references, xs, theme],
  );
  const zeros =
    settings.y === 'log'
      ? set.curves.flatMap(({ points }) => points).filter(({ mean }) => mean <= 0).length
      : 0;
  if (second) return <MapPanel {...{ lines, measure, theme, height, onOpen, x }} y={second} />;
  return (
    <div>
      <CurveKey
        curves={set.curves}
        styles={stylesOf(set.curves, measure)}
        fields={choices.fields}
        theme={theme}
        step={stepText(run, x)}
      />
      <CurvePanel parts={parts} height={height} fields={choices.fields} onOpen={onOpen} />
      {set.curves.length === 1 && set.curves[0] && (
        <p className="curve-finding" data-testid="finding">
          {findingOf(set, set.curves[0], measure, x.unit)}
          {decayText(set.curves[0].points, measure, x.unit)}
        </p>
      )}
      {zeros > 0 && (
        <p className="note">
          {zeros} {zeros === 1 ? 'mean is' : 'means are'} 0, which has no place on an axis of ratios.
        </p>
      )}
      {models.map(({ model, name, outside, fails, points, at: vertical }) => {
        const isLine = vertical === null && points.length > 0;
        const ratio = isLine ? ratioOf(set.curves[0]?.points ?? [], points) : null;
        const which =
          set.curves[0] && set.curves.length > 1 ? ` (${curveText(set.curves[0], choices.fields)})` : '';
        return (
          <p key={model} className="note curve-model">
            <b>{name}</b>
            {isLine && `: ${ratioText(ratio, (at) => placeText(set, at, x.unit))}${which}.`}
            {` ${assumptionText(outside, ratio)}`}
            {` Where it is known to be wrong: ${fails}`}
            {points.length === 0 && vertical === null && ' It gives nothing here.'}
          </p>
        );
      })}
      {references.map(({ name, note, points }) => (
        <p key={name} className="note curve-model">
          <b>{name}</b>
          {`: ${note}.`}
          {run.length > 0 &&
            ` The curve here is ${ratioText(ratioOf(points.map(pointOf), curvePairs(set)), (at) => placeText(set, at, x.unit)).replaceAll('the curve', 'it')}.`}
        </p>
      ))}
    </div>
  );
}

/** The first curve of the set as pairs. */
function curvePairs({ curves }: CurveSet): [number, number][] {
  return (curves[0]?.points ?? []).map(({ x, mean }) => [x, mean]);
}

function pointOf([x, mean]: readonly [number, number]): CurvePoint {
  return { x, mean, half: null, n: 1, min: mean, max: mean, runs: [] };
}

function Nothing({ state: { phase, total } }: { state: SweepState }) {
  return (
    <div className="curve-nothing">
      <p className="note">
        {phase === 'ready' &&
          total > 0 &&
          `${total.toLocaleString('en')} runs are planned. The curve grows here as they come.`}
        {phase === 'running' && 'The first runs are on their way.'}
        {phase === 'planning' && 'Planning the runs …'}
        {phase === 'refused' && 'This study cannot be run; what is wrong stands beside the form.'}
      </p>
    </div>
  );
}
