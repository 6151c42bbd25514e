/** The scene on the screen of a class: enlarged with the screen, with the watched chart in sight. */
import { useLayoutEffect, useRef, useState } from 'react';
import { SceneView } from '../view/SceneView';

/** Size of the scene at zoom 1, px: enough for the network and two charts. */
const LEAST = { width: 500, height: 480 };

const LARGEST = 3;

/** Scene that fills its parent. */
export function ProjectedScene() {
  const frame = useRef<HTMLDivElement>(null);
  const zoom = useZoom(frame);
  return (
    <div ref={frame} className="projector-scene">
      <div className="projector-zoomed" style={{ zoom }}>
        <SceneView onLab={null} />
      </div>
    </div>
  );
}

/** Returns the zoom at which the scene fills an element; 1 in browsers whose coordinates do not tell the zoom. */
function useZoom(frame: { readonly current: HTMLElement | null }): number {
  const [zoom, setZoom] = useState(1);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current || !('currentCSSZoom' in current) || typeof ResizeObserver !== 'function') return;
    const measure = (): void => {
      const { clientWidth, clientHeight } = current;
      const fitting = Math.min(clientWidth / LEAST.width, clientHeight / LEAST.height, LARGEST);
      setZoom(Math.max(1, Math.round(fitting * 20) / 20));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [frame]);
  return zoom;
}
