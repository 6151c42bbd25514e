/**
 * The stack of live charts over one time axis: queue, windows, loss, rates.
 *
 * Frames do not pass through here; they go from the sample store to the stage, which paints. React draws
 * what changes by hand: headings, legends, tools, flags.
 */
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Edit } from '../engine/protocol';
import { frames } from '../samples/frames';
import { view, viewActions } from '../samples/view';
import { useLab, type Selection } from '../scenario/lab';
import { CHARTS } from './all';
import type { Scene } from './chart';
import { ChartPanel } from './ChartPanel';
import './charts.css';
import { timeText } from './format';
import { KEY_HELP } from './keys';
import { chosenLink, linkIdOf, linkName } from './scene';
import { Stage } from './stage';
import { TimeStrip } from './TimeStrip';
import { WatchFlows } from './WatchFlows';

export function Charts() {
  const layout = useLab((state) => state.layout);
  const selection = useLab((state) => state.selection);
  const warmup_s = useLab((state) => state.current?.warmup_s ?? 0);
  const document = useLab((state) => state.document);
  const [wanted, want] = useWantedLink(selection);
  const [lossScale, setLossScale] = useState<Scene['lossScale']>('linear');
  const [stage] = useState(() => new Stage({ frames, view, ...viewActions }));
  const help = useId();
  const [said, announce] = useAnnouncer();

  const link = chosenLink(layout, wanted);
  const charts = useMemo(
    () => CHARTS.map((one) => ({ one, chart: one.describe({ layout, link, document, lossScale }) })),
    [layout, link, document, lossScale],
  );

  useEffect(() => stage.start(), [stage]);
  useEffect(() => stage.show({ layout, warmup_s }), [stage, layout, warmup_s]);

  const chooser = layout && link && (
    <select aria-label="Link shown" value={link.id} onChange={(event) => want(event.target.value)}>
      {layout.links.map((one) => (
        <option key={one.id} value={one.id}>
          {linkName(one)}
        </option>
      ))}
    </select>
  );
  const tools: Record<string, React.ReactNode> = {
    windows: <WatchFlows />,
    loss: (
      <button
        type="button"
        className="chart-tool"
        aria-pressed={lossScale === 'log'}
        title="Logarithmic axis"
        onClick={() => setLossScale(lossScale === 'log' ? 'linear' : 'log')}
      >
        log
      </button>
    ),
  };

  return (
    <div className="charts">
      {charts.map(({ one, chart }, i) => (
        <ChartPanel
          key={one.id}
          stage={stage}
          chart={chart}
          weight={one.weight}
          {...(i === 0 && chooser ? { chooser } : {})}
          tools={tools[one.id]}
          help={help}
          announce={announce}
        />
      ))}
      <TimeStrip stage={stage} edits={document?.edits ?? NO_EDITS} />
      <p id={help} hidden>
        {KEY_HELP}
      </p>
      <p className="chart-hidden-text" role="status">
        {said}
      </p>
    </div>
  );
}

const NO_EDITS: readonly Edit[] = [];

/** The link that was chosen last: by the chooser, or by selecting an element that has one. */
function useWantedLink(selection: Selection): [string | null, (id: string) => void] {
  const [state, setState] = useState({ selection, link: linkIdOf(selection) });
  if (state.selection !== selection) setState({ selection, link: linkIdOf(selection) ?? state.link });
  return [state.link, (id) => setState({ selection, link: id })];
}

/** Speaks politely, and only once the cursor rests: sentences in quick succession replace each other. */
function useAnnouncer(): [string, (sentence: () => string) => void] {
  const [said, setSaid] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const announce = (sentence: () => string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { cursor_s, t0_s, t1_s } = view.getState();
      const at = cursor_s === null ? 'Now' : timeText(cursor_s, (t1_s - t0_s) / 1000);
      setSaid(`${at}. ${sentence()}`);
    }, REST_MS);
  };
  return [said, announce];
}

const REST_MS = 400;
