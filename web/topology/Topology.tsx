/**
 * The network: a drawing of the dumbbell in which the scenario is edited and the run is shown.
 *
 * React draws the parts that change with the scenario. Painters write the values that change with time (`live.ts`).
 * Every edit goes through `actions.change`, one undo step per gesture.
 */
import { useId, useMemo, useRef, useState, type MouseEvent } from 'react';
import { useLab, useLabActions } from '../lab/context';
import type { Scenario } from '../scenario/types';
import { CanvasContext, keyOf, type CanvasShared, type Dragged } from './canvas';
import { canvasKeys } from './canvasKeys';
import { ConnectLayer } from './ConnectLayer';
import { ElementToolbar } from './ElementToolbar';
import { placementFor } from './layout';
import { Picture } from './Picture';
import { stopsOf } from './stops';
import { NETWORK } from './strings';
import { useConnecting } from './useConnecting';
import { useEditor } from './useEditor';
import { useViewport } from './useViewport';
import { useWindow } from './useWindow';
import { overflows } from './viewport';
import './topology.css';
import './bar.css';

/** The drawing and its toolbar. It fills its parent, and is empty until the first experiment is open. */
export function Topology() {
  const scenario = useLab(({ current }) => current);
  const name = useLab((state) => state.name);
  return (
    <section className="topo column" aria-label={name ? NETWORK.labelOf(name) : NETWORK.label}>
      {scenario && scenario.bottlenecks.length > 0 && <Canvas scenario={scenario} />}
    </section>
  );
}

function Canvas({ scenario }: { scenario: Scenario }) {
  const actions = useLabActions();
  const catalog = useLab((state) => state.catalog);
  const editable = useLab((state) => state.rules === null);
  const svg = useRef<SVGSVGElement>(null);
  const help = useId();
  const window = useWindow(svg);
  const { placement, k } = useMemo(() => placementFor(scenario, window), [scenario, window]);
  const stops = useMemo(() => stopsOf(scenario, placement), [scenario, placement]);
  const viewport = useViewport(svg, placement.size, window, k);
  // The page announces a refused change; the change itself must not be announced then.
  const refused = useLab(({ problems }) => problems.length > 0);
  const [announcement, announce] = useState('');
  const [dragged, drag] = useState<Dragged | null>(null);
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const editor = useEditor({ svg, stops, reveal: viewport.reveal, announce });
  const connecting = useConnecting({
    scenario,
    placement,
    apply: editor.apply,
    reveal: viewport.reveal,
    announce,
  });
  const { zoom, fit, view } = viewport;
  const onKeyDown = canvasKeys({ scenario, stops, editor, connecting, setAdding, setRenaming, zoom, fit });

  const shared: CanvasShared = {
    catalog,
    scenario,
    placement,
    stop: editor.stop,
    selected: editor.selected ? keyOf(editor.selected) : null,
    scale: viewport.scale,
    visit: editor.visit,
    select: editor.select,
    apply: editor.apply,
    connect: connecting.set,
    drag,
    announce,
  };
  const onGround = (event: MouseEvent): void => {
    if (event.target !== svg.current) return;
    if (connecting.state) connecting.cancel();
    else actions.select({ kind: 'scenario' });
  };

  return (
    <CanvasContext value={shared}>
      <svg
        ref={svg}
        className="topo-canvas"
        role="application"
        aria-label={NETWORK.drawing}
        aria-describedby={help}
        data-overflow={overflows(view, placement.size, window).y || undefined}
        data-compact={placement.metrics.compact || undefined}
        data-connecting={connecting.state ? connecting.state.step : undefined}
        onKeyDown={onKeyDown}
        onPointerDown={viewport.pan}
        onClick={onGround}
      >
        <g transform={`translate(${view.x} ${view.y}) scale(${view.k})`}>
          <Picture />
          {dragged && <Ghost {...dragged} />}
          {connecting.state && connecting.group && (
            <ConnectLayer
              group={connecting.group}
              connecting={connecting.state}
              targets={connecting.targets}
              choose={connecting.choose}
            />
          )}
        </g>
      </svg>
      <p id={help} hidden>
        {NETWORK.help}
      </p>
      {editable && (
        <ElementToolbar
          catalog={catalog}
          scenario={scenario}
          editor={editor}
          connecting={connecting}
          adding={adding}
          setAdding={setAdding}
          renaming={renaming}
          setRenaming={setRenaming}
          zoom={zoom}
          fit={fit}
        />
      )}
      <p className="visually-hidden" role="status">
        {refused ? '' : announcement}
      </p>
    </CanvasContext>
  );
}

/** Outline of the element that is dragged, and the place that it would take. */
function Ghost({ name, box, at }: Dragged) {
  return (
    <g className="topo-ghost" aria-hidden="true">
      {at && <rect className="topo-ghost-place" x={at.x} y={at.y} width={at.w} height={at.h} rx={6} />}
      <rect className="topo-ghost-box" x={box.x} y={box.y} width={box.w} height={box.h} rx={6} />
      <text className="topo-strong" x={box.x + 12} y={box.y + Math.min(box.h / 2 + 5, 22)}>
        {name}
      </text>
    </g>
  );
}
