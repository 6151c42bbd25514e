/** Drawing of a study for a file: heading, one chart below another, models, and its origin. */
import { paintKey, type LineStyle } from '../plot/marks';
import type { Drawing } from '../plot/drawing';
import { roughWidth, type Renderer } from '../plot/renderer';
import { PAPER } from '../plot/theme';
import type { Catalog } from '../engine/catalog';
import type { CaseLine, StudyDocument } from '../types/engine';
import type { Origin } from '../url/carried';
import { bdpUnit } from './axisSettings';
import { curvesOf, numericValues, panelsOf, type Curve } from './data';
import { wordLabel, type Field } from './fields';
import type { ViewSettings } from './viewSettings';
import { mapOf, mapPlotOf, paintMap } from './map';
import { mapTexts } from './MapPanel';
import type { Measure } from './measures';
import type { ModelClient } from './modelClient';
import { fieldAt, type Choices } from './choices';
import { paintBackground, paintPanel, plotOf, type Panel } from './paint';
import { stylesOf, panelOf } from './panel';
import { originText } from './save';
import { curveText, measureIn, panelText } from './studyText';
import { linesOf } from './useModels';
import { pathsOf, scenarioAlong } from './formState';

/** Contents of the drawing. */
export interface DrawingInputs {
  heading: string;
  study: StudyDocument;
  lines: readonly CaseLine[];
  measures: readonly Measure[];
  choices: Choices;
  settings: ViewSettings;
  catalog: Catalog;
  client: ModelClient;
  origin: Origin;
}

/** Width of the drawing, heights of a chart, of the heading and of the foot, in pixels. */
const [WIDTH, PLOT, TITLE, FOOT] = [900, 340, 44, 28];

/** Returns the drawing; null without runs or a varied parameter. */
export async function drawingOf(inputs: DrawingInputs): Promise<Drawing | null> {
  const { heading, study, lines, measures, choices, origin } = inputs;
  const [x, second, third] = pathsOf(study)
    .flat()
    .map((path) => fieldAt(choices, path));
  if (!x || lines.length === 0) return null;
  const all = panelsOf(lines, third?.path ?? null);
  const charts = measures.flatMap((measure) =>
    all.map((panel) => ({ ...panel, measure: measureIn(measure, panelText(panel.value, third)) })),
  );
  const painters = await Promise.all(
    charts.map(({ measure, lines: of }) =>
      painterOf({ ...inputs, lines: of }, lines, x, second, third, measure),
    ),
  );
  const height = TITLE + painters.length * (PLOT + 24) + FOOT;
  return {
    width: WIDTH,
    height,
    title: heading,
    paint(renderer) {
      paintBackground(renderer, WIDTH, height, PAPER);
      renderer.text(12, 18, heading, { color: PAPER.colors.ink, bold: true, size: 15 });
      painters.forEach((paint, i) => paint(renderer, TITLE + i * (PLOT + 24)));
      renderer.text(12, height - 12, originText(origin), { color: PAPER.colors['ink-3'] });
    },
  };
}

type Painter = (renderer: Renderer, down: number) => void;

function painterOf(
  inputs: DrawingInputs,
  all: readonly CaseLine[],
  x: Field,
  second: Field | undefined,
  third: Field | undefined,
  measure: Measure,
): Promise<Painter> {
  const isMap = inputs.settings.view === 'map' && second !== undefined;
  return isMap
    ? Promise.resolve(mapPainter(inputs, x, second, measure))
    : curvePainter(inputs, all, x, third, measure);
}

async function curvePainter(
  { study, lines, settings, catalog, client, choices }: DrawingInputs,
  all: readonly CaseLine[],
  x: Field,
  third: Field | undefined,
  measure: Measure,
): Promise<Painter> {
  const by = third?.path ?? null;
  const set = curvesOf(lines, x.path, measure.path, (word) => wordLabel(word, x), by);
  const xs = numericValues(all, x.path);
  const others = pathsOf(study).flat().slice(1);
  // Panels share their axes.
  const shared = curvesOf(all, x.path, measure.path).curves.flatMap(({ points }) => points);
  const models = await linesOf({
    catalog,
    client,
    at: scenarioAlong(study, x.path, lines[0]),
    x: x.path,
    xs,
    scale: settings.x,
    measure: measure.path,
    selected: settings.models,
  });
  const plot = plotOf(WIDTH - 8, PLOT);
  const panel = panelOf(
    { set, measure, field: x, settings, models, xs, shared, bdp: bdpUnit(x, others), theme: PAPER },
    plot,
  );
  return (renderer, down) => {
    paintTitle(renderer, panel, down, measure);
    paintKeys(renderer, set.curves, stylesOf(set.curves, measure), choices.fields, down);
    paintPanel(renderer, panel, { ...plot, y: plot.y + down + 16 });
  };
}

function mapPainter({ lines }: DrawingInputs, x: Field, y: Field, measure: Measure): Painter {
  const map = mapOf(lines, x.path, y.path, measure.path);
  const plot = mapPlotOf(WIDTH - 8, PLOT);
  return (renderer, down) => {
    renderer.text(12, down, `${measure.label} · ${measure.owner}`, {
      color: PAPER.colors['ink-2'],
      bold: true,
    });
    paintMap(renderer, map, mapTexts(x, y, measure), { ...plot, y: plot.y + down + 8 }, PAPER, null);
  };
}

function paintTitle(renderer: Renderer, panel: Panel, down: number, { owner }: Measure): void {
  renderer.text(12, down, `${panel.title} · ${owner}`, { color: PAPER.colors['ink-2'], bold: true });
}

/** Legend of the curves, from the right. */
function paintKeys(
  renderer: Renderer,
  curves: readonly Curve[],
  styles: readonly LineStyle[],
  fields: readonly Field[],
  down: number,
): void {
  if (curves.length < 2) return;
  let right = WIDTH - 16;
  for (let i = curves.length - 1; i >= 0; i--) {
    const text = curveText(curves[i]!, fields);
    const left = right - roughWidth(text) - 36;
    if (left < WIDTH / 3) return;
    paintKey(renderer, styles[i % styles.length]!, text, [left, down], PAPER);
    right = left - 12;
  }
}
