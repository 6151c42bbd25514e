/** The curves as one picture on paper: heading, each measure below another, models, and where it comes from. */
import { segmentsShape } from '../charts/shapes';
import type { Drawing } from '../charts/onPaper';
import { roughWidth, type Pen } from '../charts/pen';
import { PAPER } from '../charts/theme';
import type { Catalog } from '../engine/catalog';
import type { CaseLine, StudyDocument } from '../types/engine';
import type { Origin } from '../url/carried';
import { curvesOf, numericValues, type Curve } from './data';
import type { Field } from './fields';
import type { ViewSettings } from './viewSettings';
import { mapOf, mapPlotOf, paintMap } from './map';
import { wordsOf } from './MapPanel';
import type { Measure } from './measures';
import type { ModelClient } from './modelClient';
import { fieldAt, type Choices } from './choices';
import { paintBackground, paintPanel, plotOf, type CurveStyle, type Panel } from './paint';
import { stylesOf, panelOf } from './panel';
import { originText } from './save';
import { curveText } from './studyText';
import { linesOf } from './useModels';
import { pathsOf, scenarioAlong } from './formState';

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

const WIDTH = 900;
const PLOT = 340;
const TITLE = 44;
const FOOT = 28;

/** Null where there is nothing to draw. */
export async function drawingOf(sheet: DrawingInputs): Promise<Drawing | null> {
  const { heading, study, lines, measures, choices, origin } = sheet;
  const [x, second] = pathsOf(study)
    .flat()
    .map((path) => fieldAt(choices, path));
  if (!x || lines.length === 0) return null;
  const painters = await Promise.all(measures.map((measure) => painterOf(sheet, x, second, measure)));
  const height = TITLE + painters.length * (PLOT + 24) + FOOT;
  return {
    width: WIDTH,
    height,
    title: heading,
    paint(pen) {
      paintBackground(pen, WIDTH, height, PAPER);
      pen.text(12, 18, heading, { colour: PAPER.colours.ink, bold: true, size: 15 });
      painters.forEach((paint, i) => paint(pen, TITLE + i * (PLOT + 24)));
      pen.text(12, height - 12, originText(origin), { colour: PAPER.colours['ink-3'] });
    },
  };
}

type Painter = (pen: Pen, down: number) => void;

function painterOf(
  sheet: DrawingInputs,
  x: Field,
  second: Field | undefined,
  measure: Measure,
): Promise<Painter> {
  const isMap = sheet.settings.view === 'map' && second !== undefined;
  return isMap ? Promise.resolve(mapPainter(sheet, x, second, measure)) : curvePainter(sheet, x, measure);
}

async function curvePainter(
  { study, lines, settings, catalog, client, choices }: DrawingInputs,
  x: Field,
  measure: Measure,
): Promise<Painter> {
  const set = curvesOf(lines, x.path, measure.path);
  const xs = numericValues(lines, x.path);
  const models = await linesOf({
    catalog,
    client,
    at: scenarioAlong(study, x.path, lines[0]),
    x: x.path,
    xs,
    scale: settings.x,
    measure: measure.path,
    chosen: settings.models,
  });
  const plot = plotOf(WIDTH - 8, PLOT);
  const panel = panelOf({ set, measure, field: x, settings, models, xs, theme: PAPER }, plot);
  return (pen, down) => {
    paintTitle(pen, panel, down, measure);
    paintKeys(pen, set.curves, stylesOf(set.curves, measure), choices.fields, down);
    paintPanel(pen, panel, { ...plot, y: plot.y + down + 16 });
  };
}

function mapPainter({ lines }: DrawingInputs, x: Field, y: Field, measure: Measure): Painter {
  const map = mapOf(lines, x.path, y.path, measure.path);
  const plot = mapPlotOf(WIDTH - 8, PLOT);
  return (pen, down) => {
    pen.text(12, down, `${measure.label} · ${measure.owner}`, { colour: PAPER.colours['ink-2'], bold: true });
    paintMap(pen, map, wordsOf(x, y, measure), { ...plot, y: plot.y + down + 8 }, PAPER, null);
  };
}

function paintTitle(pen: Pen, panel: Panel, down: number, { owner }: Measure): void {
  pen.text(12, down, `${panel.title} · ${owner}`, { colour: PAPER.colours['ink-2'], bold: true });
}

/** Which line is which, from the right. */
function paintKeys(
  pen: Pen,
  curves: readonly Curve[],
  styles: readonly CurveStyle[],
  fields: readonly Field[],
  down: number,
): void {
  if (curves.length < 2) return;
  let right = WIDTH - 16;
  for (let i = curves.length - 1; i >= 0; i--) {
    const words = curveText(curves[i]!, fields);
    const left = right - roughWidth(words) - 36;
    if (left < WIDTH / 3) return;
    const ink = styles[i % styles.length]!;
    const colour = PAPER.colours[ink.colour];
    pen.stroke(segmentsShape([left, down, left + 28, down]), { colour, width: 2, dash: ink.dash });
    pen.symbols(ink.marker, [left + 14, down], 6, colour, PAPER.colours.surface);
    pen.text(left + 33, down, words, { colour: PAPER.colours['ink-2'] });
    right = left - 12;
  }
}
