/** Brings a result into view when it appears while its reader is in the lesson: the verdict of an answer, a finished task. */
import { useEffect, useRef, type RefObject } from 'react';
import { bringIntoView } from '../../ui/intoView';
import { useNarrow } from '../../ui/useNarrow';

/**
 * Returns a reference to the element with the result. `result` changes when there is another one; null for none. On a narrow screen
 * a reader who watches the scene stays there, where `SceneNews` tells the result.
 */
export function useFeedback<T extends HTMLElement>(result: string | null): RefObject<T | null> {
  const element = useRef<T>(null);
  const shown = useRef(result);
  const narrow = useNarrow();
  useEffect(() => {
    if (shown.current === result) return;
    shown.current = result;
    if (result === null || (narrow && isSceneWatched(element.current))) return;
    bringIntoView(element.current);
  }, [result, narrow]);
  return element;
}

/** Whether the scene covers the middle of the screen. */
function isSceneWatched(element: Element | null): boolean {
  const scene = element?.closest('.lesson')?.querySelector('.scene');
  if (!scene) return false;
  const { top, bottom } = scene.getBoundingClientRect();
  return top < innerHeight / 2 && bottom > innerHeight / 2;
}
