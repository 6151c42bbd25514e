/** Focus, selection and changes of the canvas. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLab, useThisLab } from '../lab/context';
import { stillThere, type Selection } from '../lab/state';
import { elementOf, keyOf } from './canvas';
import type { Change, Element } from './edits';
import type { Box } from './layout';
import { nearest, type Stop } from './navigate';

interface Stage {
  svg: RefObject<SVGSVGElement | null>;
  stops: readonly Stop[];
  reveal(box: Box): void;
  announce(sentence: string): void;
}

/** Focus and selection, and the commands that change them. */
export interface Editor {
  /** Key of the element that Tab leads to. */
  stop: string | null;
  selected: Element | null;
  /** Notes that an element got the focus; `seen` scrolls it into view. */
  visit(key: string, seen: boolean): void;
  focus(key: string): void;
  select(selection: Selection): void;
  apply(change: Change | null, otherwise?: string): void;
}

/** Returns the editor of the canvas. */
export function useEditor({ svg, stops, reveal, announce }: Stage): Editor {
  const { store, actions } = useThisLab();
  const selection = useLab(({ selection, current }) =>
    current ? stillThere(selection, current) : selection,
  );
  const problems = useLab((state) => state.problems);
  const [visited, setVisited] = useState<string | null>(null);
  /** Key of the element to focus when the scenario contains it, and key of the element that must be removed by then. */
  const awaited = useRef<{ key: string; gone: string | null } | null>(null);

  const isStop = (key: string | null): key is string => stops.some((stop) => stop.key === key);
  const selectedKey = selection.kind === 'scenario' ? null : keyOf(selection);
  const selected = isStop(selectedKey) ? elementOf(selectedKey) : null;
  const stop = [visited, selectedKey].find(isStop) ?? stops[0]?.key ?? null;

  const focus = (key: string): void => {
    const drawn = svg.current?.querySelectorAll<SVGGElement>('[data-key]') ?? [];
    const found = [...drawn].find((item) => item.dataset.key === key);
    found?.focus({ preventScroll: true });
    const box = stops.find((each) => each.key === key)?.box;
    if (box) reveal(box);
  };

  useEffect(() => {
    const next = awaited.current;
    if (!next || !isStop(next.key) || isStop(next.gone)) return;
    awaited.current = null;
    focus(next.key);
    const element = elementOf(next.key);
    if (element) actions.select(element);
  });

  useEffect(() => {
    if (problems.length > 0) awaited.current = null;
  }, [problems]);

  return {
    stop,
    selected,
    focus,
    visit: (key, seen) => {
      setVisited(key);
      const box = seen ? stops.find((each) => each.key === key)?.box : undefined;
      if (box) reveal(box);
    },
    select: (next) => actions.select(next),
    apply: (change, otherwise) => {
      if (!change) {
        if (otherwise !== undefined) announce(otherwise);
        return;
      }
      const gone = change.then === null || !isStop(keyOf(change.then)) ? goneAfter(change) : null;
      const key = change.then ? keyOf(change.then) : gone === null ? null : nearest(stops, gone);
      awaited.current = key !== null && (gone !== null || !isStop(key)) ? { key, gone } : null;
      if (store.getState().problems.length > 0) actions.dismissProblems();
      actions.change(change.set);
      announce(change.announce);
    },
  };
}

/** Returns the key of the element that a change removes; null if it removes none. */
function goneAfter({ set }: Change): string | null {
  for (const { path, value } of set) {
    const [, kind, id] = /^(bottleneck|edge|group)s\.([^.]+)$/.exec(path) ?? [];
    if (value === null && kind !== undefined && id !== undefined) return `${kind}:${id}`;
  }
  return null;
}
