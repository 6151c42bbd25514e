/** The curves, how they are looked at, what they show in words, and the table below. */
import { useDeferredValue, useMemo } from 'react';
import type { Catalog } from '../engine/catalog';
import type { SweepState } from '../study/sweep';
import type { CaseLine } from '../types/engine';
import { CurveKey } from './CurveKey';
import { CurvePanel } from './CurvePanel';
import { curvesOf, numbersAlong, type CurvePoint, type CurveSet } from './data';
import type { CurvesDesk } from './desk';
import type { Field } from './fields';
import type { Look } from './look';
import { Looks } from './Looks';
import { MapPanel } from './MapPanel';
import { named, type Measure } from './measures';
import { fieldAt, measureAt, type Offer } from './offer';
import { inksOf } from './panel';
import type { KeptCurve } from './asked';
import { assumptionText, ratioOf, ratioText } from './ratio';
import { PointTable } from './PointTable';
import { RunWarnings } from './RunWarnings';
import { decayText } from './decay';
import { curveText, findingOf, placeText, stepText } from './say';
import { useModels, useOffered } from './useModels';
import { useTheme } from './useTheme';
import { pathsOf, scenarioAlong, scenarioAt, type Wish } from './wish';

interface Props {
  desk: CurvesDesk;
  catalog: Catalog;
  wish: Wish;
  look: Look;
  state: SweepState;
  offer: Offer;
  /** Curves that came with the study. */
  kept: readonly KeptCurve[];
  onOpen(line: CaseLine): void;
}

export function Result({ desk, catalog, wish, look, state, offer, kept, onOpen }: Props) {
  const { study } = state;
  // A table of thousands may come a moment later than the curve.
  const lines = state.lines;
  const later = useDeferredValue(lines);
  const varied = useMemo(
    () =>
      (study && Array.isArray(study.over) ? pathsOf(study).flat() : []).map((path) => fieldAt(offer, path)),
    [study, offer],
  );
  const measures = named(wish.measures.map((path) => measureAt(offer, path)));
  const [x, second] = varied;
  const first = measures[0];
  // The first line tells which fields differ; any will do for what a model is given.
  const point = lines[0]?.point;
  const judged = state.phase === 'refused' ? null : study;
  const base = useMemo(() => judged && scenarioAt(judged, point ?? {}), [judged, point]);
  const offered = useOffered(catalog, base, x?.path ?? '', first?.path ?? '');
  const isKept = kept.some((one) => one.x === x?.path && wish.measures.includes(one.measure));
  if (!x || !first || !study || (lines.length === 0 && !isKept)) return <Nothing state={state} />;
  const isMap = look.view === 'map' && second !== undefined;
  const hasRatios = lines.every(({ point }) => {
    const value = point[x.path];
    return typeof value === 'number' && value > 0;
  });
  return (
    <>
      {lines.length === 0 && <Nothing state={state} />}
      <Looks
        look={look}
        hasMap={second !== undefined}
        hasRatios={hasRatios}
        models={offered}
        onChange={(change) => desk.look(change)}
      />
      <div className={measures.length > 1 ? 'curve-panels many' : 'curve-panels'}>
        {measures.map((measure) => (
          <One
            key={measure.path}
            {...{ desk, catalog, look, lines, study, x, measure, offer, kept, onOpen }}
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

interface OneProps extends Pick<Props, 'desk' | 'catalog' | 'look' | 'offer' | 'kept' | 'onOpen'> {
  lines: readonly CaseLine[];
  study: NonNullable<SweepState['study']>;
  x: Field;
  /** The other field of a map; null for curves. */
  second: Field | null;
  measure: Measure;
  height: number;
}

function One(props: OneProps) {
  const { desk, catalog, look, lines, study, x, second, measure, offer, height, kept, onOpen } = props;
  const theme = useTheme();
  const set = useMemo(() => curvesOf(lines, x.path, measure.path), [lines, x.path, measure.path]);
  const references = useMemo(
    () => kept.filter((one) => one.x === x.path && one.measure === measure.path),
    [kept, x.path, measure.path],
  );
  const run = useMemo(() => numbersAlong(lines, x.path), [lines, x.path]);
  const xs = useMemo(() => {
    const more = references.flatMap(({ points }) => points.map(([place]) => place));
    return more.length === 0 ? run : [...new Set([...run, ...more])].sort((a, b) => a - b);
  }, [run, references]);
  const [line] = lines;
  const at = useMemo(() => scenarioAlong(study, x.path, line), [study, x.path, line]);
  const models = useModels({
    catalog,
    desk: desk.models,
    at,
    x: x.path,
    xs,
    scale: look.x,
    measure: measure.path,
    chosen: second ? [] : look.models,
  });
  const parts = useMemo(
    () => ({ set, measure, field: x, look, models: [...models, ...references], xs, theme }),
    [set, measure, x, look, models, references, xs, theme],
  );
  const zeros =
    look.y === 'log' ? set.curves.flatMap(({ points }) => points).filter(({ mean }) => mean <= 0).length : 0;
  if (second) return <MapPanel {...{ lines, measure, theme, height, onOpen, x }} y={second} />;
  return (
    <div>
      <CurveKey
        curves={set.curves}
        inks={inksOf(set.curves, measure)}
        fields={offer.fields}
        theme={theme}
        step={stepText(run, x)}
      />
      <CurvePanel parts={parts} height={height} fields={offer.fields} onOpen={onOpen} />
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
      {models.map(({ model, name, outside, fails, points, at: upright }) => {
        const isLine = upright === null && points.length > 0;
        const ratio = isLine ? ratioOf(set.curves[0]?.points ?? [], points) : null;
        const which =
          set.curves[0] && set.curves.length > 1 ? ` (${curveText(set.curves[0], offer.fields)})` : '';
        return (
          <p key={model} className="note curve-model">
            <b>{name}</b>
            {isLine && `: ${ratioText(ratio, (at) => placeText(set, at, x.unit))}${which}.`}
            {` ${assumptionText(outside, ratio)}`}
            {` Where it is known to be wrong: ${fails}`}
            {points.length === 0 && upright === null && ' It gives nothing here.'}
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
