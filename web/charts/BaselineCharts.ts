/** Gives the charts of the baseline to the stage while there is a baseline. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Frame, Layout, LinkInfo } from '../engine/protocol';
import type { ComparisonMode, Baseline } from '../lab/state';
import { comparedChart, comparedFrame } from './against';
import { paintBaseline } from './baseline';
import type { Chart, Description, Scene } from './chart';
import { COMPARISON } from './lazyStrings';
import type { BaselineSource } from './sources';
import type { Stage } from './stage';

interface Props extends Pick<Scene, 'link' | 'group' | 'catalog' | 'states' | 'logarithmic' | 'byGroup'> {
  stage: Stage;
  baseline: Baseline;
  charts: readonly { one: Description }[];
}

/** Component without elements: its effects set and remove the baseline of the stage. */
export function BaselineCharts({
  stage,
  baseline,
  charts,
  link,
  group,
  catalog,
  states,
  logarithmic,
  byGroup,
}: Props): null {
  const layout = useStore(baseline.store, (state) => state.layout);
  const current = useStore(baseline.store, (state) => state.current);
  useEffect(() => {
    const { document } = baseline;
    const looked = { link: sameLink(layout, link), group };
    const scene = { layout, ...looked, document, current, catalog, states, logarithmic, byGroup };
    stage.setBaseline(sourceOf(baseline, baselineCharts(charts, scene)));
  }, [stage, baseline, charts, layout, current, link, group, catalog, states, logarithmic, byGroup]);
  // A paused current run sends no frames, so the baseline's frames have to cause painting.
  useEffect(() => baseline.frames.subscribe(() => stage.touch()), [stage, baseline.frames]);
  useEffect(() => () => stage.setBaseline(null), [stage]);
  return null;
}

/**
 * Returns the function that turns a chart of the current run into a chart of the difference or ratio; null for an
 * overlay. The same mode gives the same function, so that results can be memoized.
 */
export function chartTransform(mode: ComparisonMode | undefined): ((chart: Chart) => Chart) | null {
  return mode === undefined || mode === 'overlay' ? null : COMPARED[mode];
}

const COMPARED = {
  difference: (chart: Chart): Chart => comparedChart(chart, 'difference'),
  ratio: (chart: Chart): Chart => comparedChart(chart, 'ratio'),
};

function sourceOf(baseline: Baseline, charts: ReadonlyMap<string, Chart>): BaselineSource {
  const { mode, frames } = baseline;
  const frame = (): Frame | null => frames.latest;
  const rest = { remark: remarkOf(baseline), frame, paint: paintBaseline };
  if (mode === 'overlay') return { ...rest, charts, shown: (front) => front };
  let made: { front: Frame; back: Frame | null; frame: Frame } | null = null;
  // Each chart asks several times per frame.
  const shown = (front: Frame): Frame => {
    const back = frame();
    if (made?.front !== front || made.back !== back) {
      made = { front, back, frame: comparedFrame(front, back, mode) };
    }
    return made.frame;
  };
  return { ...rest, charts: new Map(), shown };
}

/** Names both runs: `30 kB, lighter: 11 kB`, `30 kB − 11 kB`, `30 kB ÷ 11 kB`. */
export function remarkOf({
  mode,
  name,
  currentName,
}: Pick<Baseline, 'mode' | 'name' | 'currentName'>): string {
  return COMPARISON[mode](currentName, name);
}

function baselineCharts(charts: Props['charts'], scene: Scene): ReadonlyMap<string, Chart> {
  const described = charts
    .map(({ one }) => one.describe(scene))
    .map((chart): [string, Chart] => [chart.id, chart]);
  // Without this link in the baseline, charts of links have nothing to draw.
  return new Map(described.filter(([, { about }]) => about === null || scene.link !== null));
}

function sameLink(layout: Layout | null, link: LinkInfo | null): LinkInfo | null {
  return layout?.links.find(({ id }) => id === link?.id) ?? null;
}
