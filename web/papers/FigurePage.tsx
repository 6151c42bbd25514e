/** Page of one figure: its charts from the stored result, the claims of the paper, and the assumptions. */
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useThisLab } from '../lab/context';
import { LessonsAbout } from '../learn/LessonsAbout';
import type { Analysis } from '../sweep/analysis';
import type { StudyDocument } from '../types/engine';
import type { Chart, StudyOfFigure } from '../types/papers';
import { unbroken } from '../presets/unbroken';
import { Button } from '../ui/Button';
import { unlessGone } from '../ui/unlessGone';
import { CodeText } from '../ui/CodeText';
import { notify } from '../ui/notices';
import type { Card } from './catalog';
import type { ReferenceCurve } from '../studies/requests';
import { Claims } from './Claims';
import { curvesOf, xValuesOf, type Curve } from './curves';
import { canExplore } from './explore';
import { Explorer } from './Explorer';
import { FigureChart } from './FigureChart';
import { figureEngine, type FigureEngine } from './engine';
import { openFigure, type Opened, type Opening, type ReadFigure } from './files';
import { paperOf } from './library';
import { LivePanel } from './LivePanel';
import { LiveRun } from './live';
import { SaveMenu } from './SaveMenu';
import { ShareFigure } from './ShareFigure';
import { checkedText, xText } from './format';
import { ASSUMPTIONS, FIGURE_PAGE as STRINGS } from './strings';
import { Boundary } from '../ui/Boundary';
import { BOUNDARY } from '../ui/strings';

interface Props {
  id: string;
  /** Card of the figure in the gallery; null for an unknown id. */
  card: Card | null;
  /** Thread of the engine. */
  thread: Analysis;
  onBack(): void;
  onLab(): void;
  onCurves?: (study: StudyDocument, stored: readonly ReferenceCurve[]) => void;
}

/** Loads a figure and shows it; Escape goes back to the gallery. */
export function FigurePage({ id, card, thread, onBack, ...actions }: Props) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const page = useRef<HTMLElement>(null);
  const heading = useId();
  useEffect(() => {
    const read: ReadFigure = (figure, result) => thread.call((api) => api.readFigure(figure, result));
    return unlessGone(openFigure(id, read), setOpening);
  }, [id, thread]);
  useEffect(() => page.current?.focus({ preventScroll: true }), []);
  return (
    <article
      className="paper column spaced"
      ref={page}
      tabIndex={-1}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !isWithinDialog(event.target)) onBack();
      }}
    >
      <Button kind="link" onClick={onBack}>
        ← {STRINGS.back}
      </Button>
      <h2 id={heading}>{unbroken(card?.title ?? id)}</h2>
      {opening === null && <p className="note paper-waiting">{STRINGS.loading}</p>}
      {opening?.ok === false && <p className="problem">{opening.message}</p>}
      {opening?.ok && (
        <Boundary part={BOUNDARY.parts.figure}>
          <PaperBody opened={opening.opened} thread={thread} {...actions} />
        </Boundary>
      )}
    </article>
  );
}

/** Whether the event comes from a dialog, which Escape closes first. */
function isWithinDialog(target: EventTarget): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}

interface BodyProps extends Pick<Props, 'onLab' | 'onCurves'> {
  opened: Opened;
  thread: Analysis;
}

function PaperBody({ opened, thread, onLab, onCurves }: BodyProps) {
  const { text, figure, studies, result, problem } = opened;
  const engine = useMemo(() => figureEngine(thread, text), [thread, text]);
  const [live] = useState(() => new LiveRun(engine));
  const points = useStore(live.store, (state) => state.points);
  const [selected, setSelected] = useState<Selected | null>(null);
  // Leaving the page stops its run.
  useEffect(() => () => live.stop(), [live]);
  const charts = useMemo(
    () => figure.charts.map((chart) => ({ chart, curves: curvesOf(chart, result, points) })),
    [figure, result, points],
  );
  const [first] = studies;
  const openStudy = async (name: string): Promise<void> => {
    const study = await engine.fullStudy(name);
    onCurves?.(study.study, storedCurves(opened, study, charts));
  };
  const point = pointOf(charts, selected);
  return (
    <>
      <p className="paper-source">
        {paperOf(figure.paper).cited}, {figure.source}
        <span className="note"> {figure.topics.join(' · ')}</span>
      </p>
      <p className="paper-about">{figure.about}</p>
      <LessonsAbout kind="figures" id={figure.id} />
      <div className="paper-actions row wrap">
        {studies.length > 0 && <LivePanel live={live} studies={studies} />}
        <span className="paper-buttons row spaced wrap">
          {onCurves && first !== undefined && (
            <Button
              onClick={() => void openStudy(first).catch(() => notify(STRINGS.openStudyFailed, 'refused'))}
            >
              {STRINGS.openStudy}
            </Button>
          )}
          {point && <OpenInLab engine={engine} point={point} onLab={onLab} />}
          <ShareFigure id={figure.id} title={figure.title} />
        </span>
      </div>
      {problem !== null && <p className="note">{problem}</p>}
      <div className={charts.length > 1 ? 'paper-figures several' : 'paper-figures'}>
        {charts.map(({ chart, curves }) => (
          <Boundary key={chart.id} part={BOUNDARY.parts.figure} resetOn={[curves]}>
            <OneFigure
              opened={opened}
              chart={chart}
              curves={curves}
              at={selected?.chart === chart.id ? selected.x : null}
              onAt={(x) => setSelected({ chart: chart.id, x })}
            />
          </Boundary>
        ))}
      </div>
      <Boundary part={BOUNDARY.parts.claims}>
        <Claims figure={figure} result={result} />
      </Boundary>
      <Assumptions opened={opened} />
    </>
  );
}

interface OneFigureProps extends ShownChart {
  opened: Opened;
  at: number | null;
  onAt(x: number): void;
}

function OneFigure({ opened: { figure, result }, chart, curves, at, onAt }: OneFigureProps) {
  const [explored, setExplored] = useState<Curve | null>(null);
  const drawn = useMemo(() => (explored ? [...curves, explored] : curves), [curves, explored]);
  return (
    <div className="paper-figure">
      <FigureChart chart={chart} curves={drawn} at={at} onAt={onAt} />
      <SaveMenu figure={figure} result={result} chart={chart} curves={drawn} />
      {canExplore(chart) && <Explorer figure={figure} chart={chart} onCurve={setExplored} />}
    </div>
  );
}

/** Selected x, and its chart. */
interface Selected {
  chart: string;
  x: number;
}

/** Chart with its curves. */
interface ShownChart {
  chart: Chart;
  curves: Curve[];
}

/** Point of a simulated curve. */
interface Point {
  chart: Chart;
  curve: Curve;
  x: number;
}

/** Returns the simulated point at the selected x, or one in the middle; null if the figure has no simulations. */
function pointOf(charts: readonly ShownChart[], selected: Selected | null): Point | null {
  const simulated = (shown: ShownChart): Curve[] =>
    shown.curves.filter(
      ({ series, points, live }) => series.study !== null && points.length + live.length > 0,
    );
  const shown =
    charts.find((one) => one.chart.id === selected?.chart && simulated(one).length > 0) ??
    charts.find((one) => simulated(one).length > 0);
  const [curve] = shown ? simulated(shown) : [];
  if (!shown || !curve) return null;
  const xs = xValuesOf([curve]);
  const target = selected?.chart === shown.chart.id ? selected.x : xs[xs.length >> 1]!;
  const x = xs.toSorted((a, b) => Math.abs(a - target) - Math.abs(b - target))[0]!;
  return { chart: shown.chart, curve, x };
}

/** Returns the stored curves of one study as the Studies view draws them: in base units, by paths. */
export function storedCurves(
  { figure, result }: Pick<Opened, 'figure' | 'result'>,
  { name, x: paths }: Pick<StudyOfFigure, 'name' | 'x'>,
  charts: readonly ShownChart[],
): ReferenceCurve[] {
  if (!result) return [];
  return charts.flatMap(({ chart, curves }) =>
    curves.flatMap(({ series, points }): ReferenceCurve[] => {
      const { id, study, measure, divided_by, along, label, per } = series;
      const x = paths[id];
      const isPlain = measure !== null && divided_by === null && along.length === 0;
      if (study !== name || !isPlain || x === undefined || chart.x.categories.length > 0) return [];
      if (points.length === 0) return [];
      return [
        {
          x,
          measure,
          name: STRINGS.storedCurve(label),
          note: STRINGS.storedCurveNote(figure.title, checkedText(result)),
          points: points.map((point) => [point.x * chart.x.per, point.mean * per] as const),
          at: null,
        },
      ];
    }),
  );
}

function OpenInLab({ engine, point, onLab }: { engine: FigureEngine; point: Point; onLab(): void }) {
  const lab = useThisLab();
  const { chart, curve, x } = point;
  const open = async (): Promise<void> => {
    const scenario = await engine.scenarioAt(curve.series.id, x).catch(() => null);
    const { ok } = await lab.actions.openScenario(scenario);
    if (!ok) {
      notify(STRINGS.openFailed, 'refused');
      return;
    }
    await lab.flush();
    onLab();
  };
  const several = chart.series.filter(({ drawn, study }) => drawn && study !== null).length > 1;
  return (
    <Button
      title={STRINGS.openPointHint(curve.series.label)}
      onClick={() => void open()}
      text={
        several
          ? STRINGS.openPointOf(xText(x, chart.x), curve.series.label)
          : STRINGS.openPoint(xText(x, chart.x))
      }
    />
  );
}

/** Assumptions where the paper leaves a parameter open, and the command that reproduces the figure. */
function Assumptions({ opened: { figure, result } }: { opened: Opened }) {
  const heading = useId();
  return (
    <section className="paper-assumptions" aria-labelledby={heading}>
      <h3 id={heading}>{ASSUMPTIONS.heading}</h3>
      {figure.choices.length > 0 ? (
        <ul>
          {figure.choices.map((choice) => (
            <li key={choice}>
              <CodeText text={choice} />
            </li>
          ))}
        </ul>
      ) : (
        <p>{ASSUMPTIONS.none}</p>
      )}
      {result && (
        <p className="note">
          {ASSUMPTIONS.checked(checkedText(result), result.runs, Math.max(1, Math.round(result.seconds)))}{' '}
          {ASSUMPTIONS.reproduce} <code>{ASSUMPTIONS.command(figure.id)}</code>
        </p>
      )}
    </section>
  );
}
