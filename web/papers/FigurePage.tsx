/** One artefact: its figure at once from the kept result, then what the paper says beside what we find. */
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useLab, useThisLab } from '../lab/context';
import type { StudyDocument } from '../types/engine';
import { unbroken } from '../presets/unbroken';
import { notify } from '../ui/notices';
import type { Chart } from './artefact';
import type { Card } from './catalogue';
import type { ReferenceCurve } from '../curves/requests';
import { axesOf, xPathOf } from './axes';
import { Claims } from './Claims';
import { curvesOf, placesOf, type Curve } from './curves';
import { canExplore } from './explore';
import { Explorer } from './Explorer';
import { FigureChart } from './FigureChart';
import { openArtefact, type Opened, type Opening } from './files';
import { paperOf, topicText } from './library';
import { LivePanel } from './LivePanel';
import { LiveRun } from './live';
import { SaveMenu } from './SaveMenu';
import { ShareFigure } from './ShareFigure';
import { scenarioAt, studiesToRun, studyOf } from './study';
import { checkedText, xText } from './words';

interface Props {
  id: string;
  /** What the wall knows of it; null of what there is not. */
  card: Card | null;
  onBack(): void;
  onLab(): void;
  onCurves?: (study: StudyDocument, kept: readonly ReferenceCurve[]) => void;
}

export function FigurePage({ id, card, onBack, ...doors }: Props) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const page = useRef<HTMLElement>(null);
  const heading = useId();
  useEffect(() => {
    let gone = false;
    void openArtefact(id).then((opened) => {
      if (!gone) setOpening(opened);
    });
    return () => {
      gone = true;
    };
  }, [id]);
  useEffect(() => page.current?.focus({ preventScroll: true }), []);
  return (
    <article
      className="paper"
      ref={page}
      tabIndex={-1}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !isWithinDialog(event.target)) onBack();
      }}
    >
      <button type="button" className="link" onClick={onBack}>
        ← All figures
      </button>
      <h2 id={heading}>{unbroken(card?.title ?? id)}</h2>
      {opening === null && <p className="note paper-waiting">Fetching the figure …</p>}
      {opening?.ok === false && <p className="problem">{opening.message}</p>}
      {opening?.ok && <PaperBody opened={opening.opened} {...doors} />}
    </article>
  );
}

/** A dialog is closed by the same key. */
function isWithinDialog(target: EventTarget): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}

function PaperBody({ opened, onLab, onCurves }: { opened: Opened } & Pick<Props, 'onLab' | 'onCurves'>) {
  const { artefact, kept, lacking } = opened;
  const [live] = useState(() => new LiveRun());
  const lines = useStore(live.store, (state) => state.lines);
  const presets = useLab((s) => s.presets);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  // What runs here ends with the page that shows it.
  useEffect(() => () => live.stop(), [live]);
  const figures = useMemo(
    () => artefact.charts.map((chart) => ({ chart, curves: curvesOf(artefact, chart, kept, lines) })),
    [artefact, kept, lines],
  );
  const studies = studiesToRun(artefact).flatMap((name) => {
    const study = studyOf(artefact, name, 'quick', presets);
    return study ? [{ name, study }] : [];
  });
  const [first] = studiesToRun(artefact);
  const whole = first === undefined ? null : studyOf(artefact, first, 'full', presets);
  const point = pointOf(figures, chosen);
  return (
    <>
      <p className="paper-source">
        {paperOf(artefact.paper).cited}, {artefact.source}
        <span className="note"> {artefact.topics.map(topicText).join(' · ')}</span>
      </p>
      <p className="paper-about">{artefact.about}</p>
      <div className="paper-doors">
        {studies.length > 0 && <LivePanel live={live} studies={studies} />}
        <span className="paper-buttons">
          {onCurves && whole && (
            <button
              type="button"
              className="button"
              onClick={() => onCurves(whole, keptCurves(opened, first!, figures))}
            >
              Open in Curves
            </button>
          )}
          {point && presets.length > 0 && <LabDoor opened={opened} point={point} onLab={onLab} />}
          <ShareFigure id={artefact.id} title={artefact.title} />
        </span>
      </div>
      {lacking !== null && <p className="note">{lacking}</p>}
      <div className={figures.length > 1 ? 'paper-figures several' : 'paper-figures'}>
        {figures.map(({ chart, curves }) => (
          <OneFigure
            key={chart.id}
            opened={opened}
            chart={chart}
            curves={curves}
            at={chosen?.chart === chart.id ? chosen.x : null}
            onAt={(x) => setChosen({ chart: chart.id, x })}
          />
        ))}
      </div>
      <Claims artefact={artefact} kept={kept} />
      <Choices opened={opened} />
    </>
  );
}

interface OneProps extends Figure {
  opened: Opened;
  at: number | null;
  onAt(x: number): void;
}

function OneFigure({ opened: { artefact, kept }, chart, curves, at, onAt }: OneProps) {
  const [moved, setMoved] = useState<Curve | null>(null);
  const drawn = useMemo(() => (moved ? [...curves, moved] : curves), [curves, moved]);
  return (
    <div className="paper-figure">
      <FigureChart chart={chart} curves={drawn} at={at} onAt={onAt} />
      <SaveMenu artefact={artefact} kept={kept} chart={chart} curves={drawn} />
      {canExplore(chart) && <Explorer artefact={artefact} chart={chart} onMoved={setMoved} />}
    </div>
  );
}

/** Where the reader points, in which chart. */
interface Chosen {
  chart: string;
  x: number;
}

interface Figure {
  chart: Chart;
  curves: Curve[];
}

interface Point {
  chart: Chart;
  curve: Curve;
  x: number;
}

/** The point of a simulation that is chosen, or else one in the middle; null where nothing is simulated. */
function pointOf(figures: readonly Figure[], chosen: Chosen | null): Point | null {
  const simulated = (figure: Figure): Curve[] =>
    figure.curves.filter(
      ({ series, points, live }) => series.study !== null && points.length + live.length > 0,
    );
  const figure =
    figures.find((one) => one.chart.id === chosen?.chart && simulated(one).length > 0) ??
    figures.find((one) => simulated(one).length > 0);
  const [curve] = figure ? simulated(figure) : [];
  if (!figure || !curve) return null;
  const places = placesOf([curve]);
  const wanted = chosen?.chart === figure.chart.id ? chosen.x : places[places.length >> 1]!;
  const x = places.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0]!;
  return { chart: figure.chart, curve, x };
}

/** The figure's kept curves of one study, as Curves draws them: in base units, against paths. */
export function keptCurves(
  { artefact, kept }: Pick<Opened, 'artefact' | 'kept'>,
  study: string,
  figures: readonly Figure[],
): ReferenceCurve[] {
  if (!kept) return [];
  const axes = axesOf(artefact.studies[study]?.over);
  return figures.flatMap(({ chart, curves }) =>
    curves.flatMap(({ series, points }): ReferenceCurve[] => {
      const { measure, dividedBy, along, label, per } = series;
      const x = xPathOf(chart, series, axes);
      const isPlain = measure !== null && dividedBy === null && along.length === 0;
      if (series.study !== study || !isPlain || x === null || chart.x.categories.length > 0) return [];
      if (points.length === 0) return [];
      return [
        {
          x,
          measure,
          name: `Kept: ${label}`,
          note: `the result of “${artefact.title}” as it was checked ${checkedText(kept)}`,
          points: points.map((point) => [point.x * chart.x.per, point.mean * per] as const),
          at: null,
        },
      ];
    }),
  );
}

function LabDoor({ opened, point, onLab }: { opened: Opened; point: Point; onLab(): void }) {
  const lab = useThisLab();
  const presets = useLab((s) => s.presets);
  const { chart, curve, x } = point;
  const open = async (): Promise<void> => {
    const scenario = scenarioAt(opened.artefact, chart, curve.series, x, presets);
    const { ok } = await lab.actions.openScenario(scenario);
    if (!ok) {
      notify('This point could not be opened in the Lab.', 'refused');
      return;
    }
    await lab.flush();
    onLab();
  };
  const several = chart.series.filter(({ drawn, study }) => drawn && study !== null).length > 1;
  return (
    <button
      type="button"
      className="button"
      title={`One run of “${curve.series.label}”; point at the chart for another`}
      onClick={() => void open()}
    >
      Open {xText(x, chart.x)}
      {several ? `, ${curve.series.label},` : ''} in the Lab
    </button>
  );
}

/** What was chosen where the text says nothing, and how the result was made. */
function Choices({ opened: { artefact, kept } }: { opened: Opened }) {
  const heading = useId();
  return (
    <section className="paper-choices" aria-labelledby={heading}>
      <h3 id={heading}>What the text leaves open, and what was chosen</h3>
      {artefact.choices.length > 0 ? (
        <ul>
          {artefact.choices.map((choice) => (
            <li key={choice}>{choice}</li>
          ))}
        </ul>
      ) : (
        <p>Nothing that matters here.</p>
      )}
      {kept && (
        <p className="note">
          Checked {checkedText(kept)}:{' '}
          {kept.runs === 0 ? 'formulas only' : `${kept.runs.toLocaleString('en')} runs`} in{' '}
          {Math.max(1, Math.round(kept.seconds)).toLocaleString('en')} s. The program makes it again:{' '}
          <code>bufferlab reproduce {artefact.id}</code>
        </p>
      )}
    </section>
  );
}
