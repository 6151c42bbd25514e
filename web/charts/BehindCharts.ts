/** Has the stage draw the run that is kept behind, for as long as there is one. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Frame, Layout, LinkInfo } from '../engine/protocol';
import type { ComparisonMode, Baseline } from '../lab/state';
import { comparedChart, comparedFrame } from './against';
import { paintBehind } from './behind';
import type { Chart, Description, Scene } from './chart';
import type { BehindSource } from './sources';
import type { Stage } from './stage';

interface Props extends Pick<Scene, 'link' | 'group' | 'catalog' | 'states' | 'logarithmic' | 'byGroup'> {
  stage: Stage;
  behind: Baseline;
  charts: readonly { one: Description }[];
}

/** Draws nothing itself. */
export function BehindCharts({
  stage,
  behind,
  charts,
  link,
  group,
  catalog,
  states,
  logarithmic,
  byGroup,
}: Props): null {
  const layout = useStore(behind.store, (state) => state.layout);
  const current = useStore(behind.store, (state) => state.current);
  useEffect(() => {
    const { document } = behind;
    const looked = { link: sameLink(layout, link), group };
    const scene = { layout, ...looked, document, current, catalog, states, logarithmic, byGroup };
    stage.keepBehind(sourceOf(behind, chartsBehind(charts, scene)));
  }, [stage, behind, charts, layout, current, link, group, catalog, states, logarithmic, byGroup]);
  // A run in front that rests sends no more frames.
  useEffect(() => behind.frames.subscribe(() => stage.touch()), [stage, behind.frames]);
  useEffect(() => () => stage.keepBehind(null), [stage]);
  return null;
}

/** How a chart of the run in front is drawn; the same function for the same way. */
export function shownAgainst(mode: ComparisonMode | undefined): ((chart: Chart) => Chart) | null {
  return mode === undefined || mode === 'overlay' ? null : COMPARED[mode];
}

const COMPARED = {
  difference: (chart: Chart): Chart => comparedChart(chart, 'difference'),
  ratio: (chart: Chart): Chart => comparedChart(chart, 'ratio'),
};

function sourceOf(behind: Baseline, charts: ReadonlyMap<string, Chart>): BehindSource {
  const { mode, frames } = behind;
  const frame = (): Frame | null => frames.latest;
  const rest = { remark: remarkOf(behind), frame, paint: paintBehind };
  if (mode === 'overlay') return { ...rest, charts, shown: (front) => front };
  let made: { front: Frame; back: Frame | null; frame: Frame } | null = null;
  // Charts ask for it several times each.
  const shown = (front: Frame): Frame => {
    const back = frame();
    if (made?.front !== front || made.back !== back) {
      made = { front, back, frame: comparedFrame(front, back, mode) };
    }
    return made.frame;
  };
  return { ...rest, charts: new Map(), shown };
}

/** `30 kB, lighter: 11 kB`, `30 kB − 11 kB`, `30 kB ÷ 11 kB` */
export function remarkOf({
  mode,
  name,
  currentName,
}: Pick<Baseline, 'mode' | 'name' | 'currentName'>): string {
  if (mode === 'overlay') return `${currentName}, lighter: ${name}`;
  return `${currentName} ${mode === 'difference' ? '−' : '÷'} ${name}`;
}

function chartsBehind(charts: Props['charts'], scene: Scene): ReadonlyMap<string, Chart> {
  const described = charts
    .map(({ one }) => one.describe(scene))
    .map((chart): [string, Chart] => [chart.id, chart]);
  // Where it has no such link, charts of links have nothing to draw.
  return new Map(described.filter(([, { about }]) => about === null || scene.link !== null));
}

function sameLink(layout: Layout | null, link: LinkInfo | null): LinkInfo | null {
  return layout?.links.find(({ id }) => id === link?.id) ?? null;
}
