/** The scene on the screen of a class: as large as the screen allows with all of its charts in sight. */
import { useLayoutEffect, useRef } from 'react';
import { SceneView } from '../view/SceneView';

/** Width of the scene at zoom 1, px: enough for the network. */
const LEAST_WIDTH = 500;

const LARGEST = 3;

/** Steps of the zoom per unit. */
const STEPS = 20;

/** Scene that fills its parent. */
export function ProjectedScene() {
  const frame = useRef<HTMLDivElement>(null);
  useFittingZoom(frame);
  return (
    <div ref={frame} className="projector-scene">
      <div className="projector-zoomed">
        <SceneView onLab={null} />
      </div>
    </div>
  );
}

/**
 * Chooses the largest zoom at which the whole scene is in sight, after each change of its size or its parts; 1 in browsers whose
 * coordinates do not tell the zoom. Where three charts and several parameters leave no room, the network is not shown.
 */
function useFittingZoom(frame: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const { current } = frame;
    const zoomed = current?.querySelector<HTMLElement>('.projector-zoomed');
    const scene = zoomed?.querySelector<HTMLElement>('.scene');
    if (!zoomed || !scene || !('currentCSSZoom' in zoomed) || typeof ResizeObserver !== 'function') return;
    const fit = (): void => {
      const widest = Math.min(current!.clientWidth / LEAST_WIDTH, LARGEST);
      // The result depends on the contents alone, so that a fit causes no other one.
      for (const tight of [false, true]) {
        zoomed.toggleAttribute('data-tight', tight);
        for (let step = Math.floor(widest * STEPS); step >= STEPS; step--) {
          zoomed.style.zoom = String(step / STEPS);
          if (scene.scrollHeight <= scene.clientHeight) return;
        }
      }
    };
    fit();
    let frameId = 0;
    const soon = (): void => {
      cancelAnimationFrame(frameId);
      frameId = requestAnimationFrame(fit);
    };
    const sizes = new ResizeObserver(soon);
    sizes.observe(current!);
    for (const part of scene.children) sizes.observe(part);
    const parts = new MutationObserver(soon);
    parts.observe(scene, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frameId);
      sizes.disconnect();
      parts.disconnect();
    };
  }, [frame]);
}
