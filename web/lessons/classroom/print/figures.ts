/** Charts of a run as SVG text for paper, from one frame with the whole run. */
import { describedCharts, shownCharts } from '../../../charts/all';
import { needsOf, type Chart } from '../../../charts/chart';
import { svgFigure } from '../../../charts/figure';
import { geometryOf } from '../../../charts/geometry';
import { onPaper } from '../../../charts/paper';
import { placed, type Picture } from '../../../charts/picture';
import { chosenLink, linkIdOf } from '../../../charts/scene';
import type { Frame } from '../../../engine/protocol';
import type { Lab } from '../../../lab/lab';
import { shownTitle } from '../../../lab/title';
import { carries } from '../../../samples/columns';
import { within } from './waiting';

/** Columns of the frame, and size of the plot, CSS pixels. */
const COLUMNS = 800;
const SIZE = { width: 900, height: 260 };

/** Returns the charts of the run from 0 to now; only the one with the id `only`, if the scene has it. */
export async function runFigures(
  lab: Lab,
  only: string | null,
  prefix: string,
  signal: AbortSignal,
): Promise<string[]> {
  const all = chartsOf(lab);
  const charts = all.some(({ id }) => id === only) ? all.filter(({ id }) => id === only) : all;
  const needs = needsOf(...charts);
  const { t_s, run } = lab.store.getState().run;
  const { actions } = lab.view;
  actions.setColumns(COLUMNS);
  actions.need(needs);
  // The memory of a frame is reused after it was shown, so the charts are drawn at once.
  const draw = (frame: Frame): string[] =>
    charts.map((chart, i) => svgFigure(pictureOf(lab, chart, frame), originOf(lab), `${prefix}-${i}`));
  return within(signal, (done) => {
    const look = (frame: Frame): void => {
      if (frame.run !== run || !(frame.t_s >= t_s || near(frame.t_s, t_s))) return;
      // The time axis ends at the latest time that it knows, which it has from this frame.
      actions.show(0, t_s);
      const wanted = lab.view.store.getState();
      const fits = near(frame.t0_s, wanted.t0_s) && near(frame.t1_s, wanted.t1_s);
      if (fits && carries(frame, needs)) done(draw(frame));
    };
    // A paused run sends no second frame for the same view.
    if (lab.frames.latest) look(lab.frames.latest);
    return lab.frames.subscribe(look);
  });
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-3 * Math.max(1, b);

function chartsOf({ store }: Lab): Chart[] {
  const { rules, layout, selection, document, current, catalog } = store.getState();
  return describedCharts(shownCharts(rules?.charts ? new Set(rules.charts) : null, current), {
    layout,
    link: chosenLink(layout, linkIdOf(selection)),
    group: null,
    document,
    current,
    catalog,
    states: catalog?.states ?? [],
    logarithmic: new Set(),
    byGroup: new Set(),
  }).map(({ chart }) => chart);
}

function pictureOf({ store }: Lab, chart: Chart, frame: Frame): Picture {
  const warmup_s = store.getState().current?.warmup_s ?? 0;
  const shown = { t0_s: frame.t0_s, t1_s: frame.t1_s };
  const picture = onPaper(chart, frame, { shown, warmup_s });
  return placed(picture, geometryOf(chart, SIZE.width, SIZE.height));
}

/** Returns the origin of the charts. It has no link: paper does not show it. */
function originOf({ store }: Lab) {
  const state = store.getState();
  const { document, engine } = state;
  return { title: shownTitle(state), seed: document?.seed ?? 0, engine: engine.version, link: null };
}
