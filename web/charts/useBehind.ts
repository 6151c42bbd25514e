/** Has the stage draw the run that is kept behind, for as long as there is one. */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { Layout, LinkInfo } from '../engine/protocol';
import type { Behind } from '../lab/state';
import type { Chart, Description, Scene } from './chart';
import type { Fronted } from './fronted';
import type { Stage } from './stage';

interface Wanted extends Pick<Scene, 'link' | 'states' | 'logarithmic'> {
  stage: Stage;
  fronted: Fronted;
  behind: Behind | null;
  charts: readonly { one: Description }[];
}

export function useBehind({ stage, fronted, behind, charts, link, states, logarithmic }: Wanted): void {
  const layout = useLayoutOf(behind);
  useEffect(() => {
    fronted.use(behind);
    stage.touch();
    // A run in front that rests sends no more frames.
    return behind?.frames.subscribe(() => stage.touch());
  }, [stage, fronted, behind]);
  useEffect(() => {
    if (!behind) stage.keepBehind();
    else if (behind.against !== 'overlay') stage.keepBehind(undefined, remarkOf(behind));
    else {
      const scene = { layout, link: sameLink(layout, link), document: behind.document, states, logarithmic };
      stage.keepBehind(chartsBehind(charts, scene), remarkOf(behind));
    }
  }, [stage, behind, charts, layout, link, states, logarithmic]);
}

/** `30 kB, pale: 11 kB`, `30 kB − 11 kB`, `30 kB ÷ 11 kB` */
export function remarkOf({ against, name, front }: Pick<Behind, 'against' | 'name' | 'front'>): string {
  if (against === 'overlay') return `${front}, pale: ${name}`;
  return `${front} ${against === 'difference' ? '−' : '÷'} ${name}`;
}

function chartsBehind(charts: Wanted['charts'], scene: Scene): ReadonlyMap<string, Chart> {
  const described = charts.map(({ one }): [string, Chart] => [one.id, one.describe(scene)]);
  // Where it has no such link, charts of links have nothing to draw.
  return new Map(described.filter(([, { about }]) => about === null || scene.link !== null));
}

function sameLink(layout: Layout | null, link: LinkInfo | null): LinkInfo | null {
  return layout?.links.find(({ id }) => id === link?.id) ?? null;
}

function useLayoutOf(behind: Behind | null): Layout | null {
  const subscribe = useCallback(
    (listener: () => void) => behind?.store.subscribe(listener) ?? noop,
    [behind],
  );
  return useSyncExternalStore(subscribe, () => behind?.store.getState().layout ?? null);
}

const noop = (): void => undefined;
