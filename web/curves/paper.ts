/** The curves as one picture on paper: heading, each measure below another, models, and where it comes from. */
import { segmentsShape } from '../charts/shapes';
import type { Drawing } from '../charts/onPaper';
import { roughWidth, type Pen } from '../charts/pen';
import { PAPER } from '../charts/theme';
import type { Catalog } from '../engine/catalog';
import type { CaseLine, StudyDocument } from '../types/engine';
import type { Origin } from '../url/carried';
import { curvesOf, numbersAlong, type Curve } from './data';
import type { Field } from './fields';
import type { Look } from './look';
import { mapOf, mapPlotOf, paintMap } from './map';
import { wordsOf } from './MapPanel';
import type { Measure } from './measures';
import type { ModelDesk } from './modelDesk';
import { fieldAt, type Offer } from './offer';
import { paintBackground, paintPanel, plotOf, type CurveInk, type Panel } from './paint';
import { inksOf, panelOf } from './panel';
import { originText } from './save';
import { curveText } from './say';
import { linesOf } from './useModels';
import { pathsOf, scenarioAlong } from './wish';

export interface Sheet {
  heading: string;
  study: StudyDocument;
  lines: readonly CaseLine[];
  measures: readonly Measure[];
  offer: Offer;
  look: Look;
  catalog: Catalog;
  desk: ModelDesk;
  origin: Origin;
}

const WIDTH = 900;
const PLOT = 340;
const TITLE = 44;
const FOOT = 28;

/** Null where there is nothing to draw. */
export async function drawingOf(sheet: Sheet): Promise<Drawing | null> {
  const { heading, study, lines, measures, offer, origin } = sheet;
  const [x, second] = pathsOf(study)
    .flat()
    .map((path) => fieldAt(offer, path));
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

function painterOf(sheet: Sheet, x: Field, second: Field | undefined, measure: Measure): Promise<Painter> {
  const isMap = sheet.look.view === 'map' && second !== undefined;
  return isMap ? Promise.resolve(mapPainter(sheet, x, second, measure)) : curvePainter(sheet, x, measure);
}

async function curvePainter(
  { study, lines, look, catalog, desk, offer }: Sheet,
  x: Field,
  measure: Measure,
): Promise<Painter> {
  const set = curvesOf(lines, x.path, measure.path);
  const xs = numbersAlong(lines, x.path);
  const models = await linesOf({
    catalog,
    desk,
    at: scenarioAlong(study, x.path, lines[0]),
    x: x.path,
    xs,
    scale: look.x,
    measure: measure.path,
    chosen: look.models,
  });
  const plot = plotOf(WIDTH - 8, PLOT);
  const panel = panelOf({ set, measure, field: x, look, models, xs, theme: PAPER }, plot);
  return (pen, down) => {
    paintTitle(pen, panel, down, measure);
    paintKeys(pen, set.curves, inksOf(set.curves, measure), offer.fields, down);
    paintPanel(pen, panel, { ...plot, y: plot.y + down + 16 });
  };
}

function mapPainter({ lines }: Sheet, x: Field, y: Field, measure: Measure): Painter {
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
  inks: readonly CurveInk[],
  fields: readonly Field[],
  down: number,
): void {
  if (curves.length < 2) return;
  let right = WIDTH - 16;
  for (let i = curves.length - 1; i >= 0; i--) {
    const words = curveText(curves[i]!, fields);
    const left = right - roughWidth(words) - 36;
    if (left < WIDTH / 3) return;
    const ink = inks[i % inks.length]!;
    const colour = PAPER.colours[ink.colour];
    pen.stroke(segmentsShape([left, down, left + 28, down]), { colour, width: 2, dash: ink.dash });
    pen.symbols(ink.marker, [left + 14, down], 6, colour, PAPER.colours.surface);
    pen.text(left + 33, down, words, { colour: PAPER.colours['ink-2'] });
    right = left - 12;
  }
}
