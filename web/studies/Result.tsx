/** Result of a study: curves or a map, a description of each curve, models, warnings, and the table of points. */
import { useDeferredValue, useMemo } from 'react';
import type { Catalog } from '../engine/catalog';
import type { SweepState } from '../sweep/sweep';
import type { CaseLine } from '../types/engine';
import { CurveKey } from './CurveKey';
import { CurvePanel } from './CurvePanel';
import { curvesOf, MAX_PANELS, numericValues, panelsOf, type CurvePoint, type CurveSet } from './data';
import type { StudiesController } from './studiesController';
import { wordLabel, type Field } from './fields';
import type { ViewSettings } from './viewSettings';
import { ViewOptions } from './ViewOptions';
import { MapPanel } from './MapPanel';
import { named, type Measure } from './measures';
import { fieldAt, measureAt, type Choices } from './choices';
import { stylesOf } from './panel';
import type { ReferenceCurve } from './requests';
import { assumptionText, modelRatioText, ratioOf, storedRatioText } from './ratio';
import { PointTable } from './PointTable';
import { RunWarnings } from './RunWarnings';
import { decayText } from './decay';
import { curveText, findingOf, measureIn, panelText, placeText, stepText } from './studyText';
import { useModels, useOverlays } from './useModels';
import { EMPTY, FINDING, MODEL } from './strings';
import { useTheme } from '../plot/useTheme';
import type { Unit } from '../plot/format';
import { bdpUnit } from './axisSettings';
import { pathsOf, scenarioAlong, scenarioAt, type StudyFormState } from './formState';
import { Boundary } from '../ui/Boundary';
import { BOUNDARY } from '../ui/strings';

interface Props {
  controller: StudiesController;
  catalog: Catalog;
  form: StudyFormState;
  settings: ViewSettings;
  state: SweepState;
  choices: Choices;
  /** Stored results of a published figure, drawn beside the curves. */
  references: readonly ReferenceCurve[];
  onOpen(line: CaseLine): void;
}

/** Shows the runs of the study so far; without runs, what to do next. */
export function Result({ controller, catalog, form, settings, state, choices, references, onOpen }: Props) {
  const { study } = state;
  // A table of thousands of rows may follow a moment after the curve.
  const lines = state.lines;
  const later = useDeferredValue(lines);
  const varied = useMemo(
    () =>
      (study && Array.isArray(study.over) ? pathsOf(study).flat() : []).map((path) => fieldAt(choices, path)),
    [study, choices],
  );
  const measures = named(form.measures.map((path) => measureAt(choices, path)));
  const [x, second, third] = varied;
  const first = measures[0];
  // The point of any line serves to get the inputs of models.
  const point = lines[0]?.point;
  const accepted = state.phase === 'refused' ? null : study;
  const base = useMemo(() => accepted && scenarioAt(accepted, point ?? {}), [accepted, point]);
  const offered = useOverlays(catalog, base, x?.path ?? '', first?.path ?? '');
  const hasReference = references.some((one) => one.x === x?.path && form.measures.includes(one.measure));
  if (!x || !first || !study || (lines.length === 0 && !hasReference)) return <EmptyState state={state} />;
  const others = varied.slice(1).map(({ path }) => path);
  const isMap = settings.view === 'map' && second !== undefined;
  const isPositive = lines.every(({ point }) => {
    const value = point[x.path];
    return typeof value === 'number' && value > 0;
  });
  const bdp = bdpUnit(x, others);
  const panels = panelsOf(lines, third?.path ?? null);
  const charts = measures.flatMap((measure) =>
    panels.slice(0, MAX_PANELS).map(({ value, lines: of }) => ({
      measure,
      of,
      name: panelText(value, third),
    })),
  );
  return (
    <>
      <ViewOptions
        settings={settings}
        hasMap={second !== undefined}
        isPositive={isPositive}
        models={offered}
        x={x}
        measures={measures}
        hasBdp={bdp !== null}
        onChange={(change) => controller.changeView(change)}
      />
      <div className={charts.length > 1 ? 'curve-panels many' : 'curve-panels'}>
        {charts.map(({ measure, of, name }) => (
          <Boundary
            key={`${measure.path} ${name}`}
            part={BOUNDARY.parts.chart(measure.label)}
            resetOn={[lines, settings]}
          >
            <MeasurePanel
              {...{ controller, catalog, settings, study, x, measure, choices, references, onOpen }}
              lines={of}
              all={lines}
              panel={name}
              bdp={bdp}
              by={third?.path ?? null}
              second={isMap ? second : null}
              height={charts.length > 1 ? 260 : 340}
            />
          </Boundary>
        ))}
      </div>
      {panels.length > MAX_PANELS && <p className="note">{EMPTY.morePanels(panels.length - MAX_PANELS)}</p>}
      {lines.length === 0 && <p className="note">{EMPTY.storedOnly(state.total)}</p>}
      <RunWarnings lines={later} />
      {lines.length > 0 && (
        <Boundary part={BOUNDARY.parts.table} resetOn={[later]}>
          <PointTable lines={later} varied={varied} measures={measures} onOpen={onOpen} />
        </Boundary>
      )}
    </>
  );
}

interface PanelProps extends Pick<
  Props,
  'controller' | 'catalog' | 'settings' | 'choices' | 'references' | 'onOpen'
> {
  /** Lines of the panel, and those of all panels, which share their axes. */
  lines: readonly CaseLine[];
  all: readonly CaseLine[];
  /** Unit BDP of the x axis; null where there is none. */
  bdp: Unit | null;
  /** Name of the panel; empty for the only one. */
  panel: string;
  /** Path of the parameter that differs among the panels; null for the only one. */
  by: string | null;
  study: NonNullable<SweepState['study']>;
  x: Field;
  /** Second parameter of a map; null for curves. */
  second: Field | null;
  measure: Measure;
  height: number;
}

/** One measure: its chart, and texts about it. */
function MeasurePanel(props: PanelProps) {
  const { controller, catalog, settings, lines, all, by, study, x, second, choices, height, onOpen } = props;
  const { measure: plain, panel } = props;
  const bdp = useSame(props.bdp);
  const measure = useMemo(() => measureIn(plain, panel), [plain, panel]);
  const theme = useTheme();
  const set = useMemo(
    () => curvesOf(lines, x.path, measure.path, (word) => wordLabel(word, x), by),
    [lines, x, measure.path, by],
  );
  const shared = useMemo(
    () =>
      by === null ? undefined : curvesOf(all, x.path, measure.path).curves.flatMap(({ points }) => points),
    [all, x, measure.path, by],
  );
  const references = useMemo(
    () => props.references.filter((one) => one.x === x.path && one.measure === measure.path),
    [props.references, x.path, measure.path],
  );
  const run = useMemo(() => numericValues(all, x.path), [all, x.path]);
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
    selected: second ? [] : settings.models,
  });
  const parts = useMemo(
    () => ({ set, measure, field: x, settings, models: [...models, ...references], xs, shared, bdp, theme }),
    [set, measure, x, settings, models, references, xs, shared, bdp, theme],
  );
  const zeros =
    settings.y === 'log'
      ? set.curves.flatMap(({ points }) => points).filter(({ mean }) => mean <= 0).length
      : 0;
  const place = (at: number): string => placeText(set, at, x.unit);
  if (second) return <MapPanel {...{ lines, measure, theme, height, onOpen, x }} y={second} />;
  return (
    <div>
      <CurveKey
        curves={set.curves}
        styles={stylesOf(set.curves, measure)}
        fields={choices.fields}
        step={stepText(run, x)}
      />
      <CurvePanel parts={parts} height={height} fields={choices.fields} onOpen={onOpen} />
      {set.curves.length === 1 && set.curves[0] && (
        <p className="curve-finding" data-testid="finding">
          {findingOf(set, set.curves[0], measure, x.unit)}
          {decayText(set.curves[0].points, measure, x.unit)}
        </p>
      )}
      {zeros > 0 && <p className="note">{FINDING.zeros(zeros)}</p>}
      {models.map(({ model, name, violated, limits, points, at: vertical }) => {
        const isLine = vertical === null && points.length > 0;
        const ratio = isLine ? ratioOf(set.curves[0]?.points ?? [], points) : null;
        const [first] = set.curves;
        return (
          <p key={model} className="note curve-model">
            <b>{name}</b>
            {first && set.curves.length > 1 && MODEL.forCurve(curveText(first, choices.fields))}
            {isLine ? `: ${modelRatioText(ratio, place)}` : '.'}
            {` ${assumptionText(violated, ratio)}`}
            {limits !== '' && MODEL.limits(limits)}
            {points.length === 0 && vertical === null && MODEL.noValue}
          </p>
        );
      })}
      {references.map(({ name, note, points }) => (
        <p key={name} className="note curve-model">
          <b>{name}</b>
          {`: ${note}.`}
          {run.length > 0 && ` ${storedRatioText(ratioOf(points.map(pointOf), curvePairs(set)), place)}`}
        </p>
      ))}
    </div>
  );
}

/** Returns the unit as the same object while it has the same values. */
function useSame(unit: Unit | null): Unit | null {
  const { per, name } = unit ?? { per: 0, name: '' };
  return useMemo(() => (name === '' ? null : { per, name }), [per, name]);
}

/** Returns the points of the first curve as pairs of x and mean. */
function curvePairs({ curves }: CurveSet): [number, number][] {
  return (curves[0]?.points ?? []).map(({ x, mean }) => [x, mean]);
}

function pointOf([x, mean]: readonly [number, number]): CurvePoint {
  return { x, mean, half: null, n: 1, min: mean, max: mean, runs: [] };
}

function EmptyState({ state: { phase, total } }: { state: SweepState }) {
  return (
    <div className="curve-empty">
      <p className="note">
        {phase === 'ready' && total > 0 && EMPTY.planned(total)}
        {phase === 'running' && EMPTY.waiting}
        {phase === 'planning' && EMPTY.planning}
        {phase === 'refused' && EMPTY.refused}
      </p>
    </div>
  );
}
