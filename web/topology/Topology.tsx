/**
 * The network as an instrument: the dumbbell that is edited and, in it, the run that is watched.
 *
 * React draws what changes with the scenario; what changes with time is painted by the parts' painters
 * (see `live.ts`). Every edit is raised through `actions.change`, one undo step per gesture.
 */
import { useId, useMemo, useRef, useState, type MouseEvent } from 'react';
import { useLab, useLabActions } from '../lab/context';
import type { Scenario } from '../scenario/types';
import { CanvasContext, keyOf, type CanvasShared, type Lifted } from './canvas';
import { canvasKeys } from './canvasKeys';
import { ConnectLayer } from './ConnectLayer';
import { ElementToolbar } from './ElementToolbar';
import { KEY_HELP } from './keys';
import { placementFor } from './layout';
import { Picture } from './Picture';
import { stopsOf } from './stops';
import { useConnecting } from './useConnecting';
import { useEditor } from './useEditor';
import { useViewport } from './useViewport';
import { useWindow } from './useWindow';
import { overflows } from './viewport';
import './topology.css';

/** Fills its parent; nothing is drawn until the first experiment is open. */
export function Topology() {
  const scenario = useLab(({ current }) => current);
  const name = useLab((state) => state.name);
  return (
    <section className="topo" aria-label={name ? `Network of run ${name}` : 'Network'}>
      {scenario && scenario.bottlenecks.length > 0 && <Canvas scenario={scenario} />}
    </section>
  );
}

function Canvas({ scenario }: { scenario: Scenario }) {
  const actions = useLabActions();
  const catalog = useLab((state) => state.catalog);
  const svg = useRef<SVGSVGElement>(null);
  const help = useId();
  const window = useWindow(svg);
  const { placement, k } = useMemo(() => placementFor(scenario, window), [scenario, window]);
  const stops = useMemo(() => stopsOf(scenario, placement), [scenario, placement]);
  const viewport = useViewport(svg, placement.size, window, k);
  // What was refused is said by the page; until then nothing claims to have been done.
  const refused = useLab(({ problems }) => problems.length > 0);
  const [said, say] = useState('');
  const [lifted, lift] = useState<Lifted | null>(null);
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const editor = useEditor({ svg, stops, reveal: viewport.reveal, say });
  const connecting = useConnecting({
    scenario,
    placement,
    apply: editor.apply,
    reveal: viewport.reveal,
    say,
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
    lift,
    say,
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
        aria-label="Drawing of the network"
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
          {lifted && <Ghost {...lifted} />}
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
        {KEY_HELP}
      </p>
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
      <p className="visually-hidden" role="status">
        {refused ? '' : said}
      </p>
    </CanvasContext>
  );
}

/** What hangs at the pointer while it is dragged, and the place it would take. */
function Ghost({ name, box, at }: Lifted) {
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
