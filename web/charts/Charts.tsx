/**
 * The stack of live charts over one time axis, as chosen: at first queue, windows, loss and rates.
 *
 * Frames do not pass through here; they go from the sample store to the stage, which paints. React draws
 * what changes by hand: headings, legends, tools, flags.
 */
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLab, useThisLab } from '../lab/context';
import { stillThere, type Selection } from '../lab/state';
import { NO_NEEDS, type ViewState } from '../samples/view';
import type { Edit } from '../scenario/types';
import { useLazy } from '../ui/lazy';
import { describedCharts, shownCharts } from './all';
import { needsOf, type Chart, type Description } from './chart';
import { ChartPanel } from './ChartPanel';
import './charts.css';
import { useChosenCharts } from './choice';
import { ChooseCharts } from './ChooseCharts';
import { timeText } from './format';
import { KEY_HELP } from './keys';
import { chartExtras, chartsBehind } from './lazyParts';
import { chosenLink, linkIdOf, linkName } from './scene';
import { Stage } from './stage';
import { TimeStrip } from './TimeStrip';
import { WatchFlows } from './WatchFlows';

export function Charts() {
  const { frames, view } = useThisLab();
  const layout = useLab((state) => state.layout);
  const selection = useLab(({ selection, current }) =>
    current ? stillThere(selection, current) : selection,
  );
  const warmup_s = useLab((state) => state.current?.warmup_s ?? 0);
  const document = useLab((state) => state.document);
  const current = useLab((state) => state.current);
  const catalog = useLab((state) => state.catalog);
  const states = catalog?.states ?? NO_STATES;
  const [wanted, want] = useWantedLink(selection);
  const chosen = useChosenCharts();
  const [logarithmic, setLogarithmic] = useState<ReadonlySet<string>>(new Set());
  const [byGroup, setByGroup] = useState<ReadonlySet<string>>(new Set());
  const kept = useLab((state) => state.baseline);
  const extras = useLazy(chartsBehind);
  const behind = extras && kept;
  const [stage] = useState(
    () => new Stage({ frames, view: view.store, notes: chartExtras.current, ...view.actions }),
  );
  const help = useId();
  const [said, announce] = useAnnouncer(view.store.getState);

  const link = chosenLink(layout, wanted);
  const group = selection.kind === 'group' ? selection.id : null;
  const shown = extras?.shownAgainst(behind?.mode) ?? asItIs;
  const charts = useMemo(
    () =>
      describedCharts(shownCharts(chosen), {
        layout,
        link,
        group,
        document,
        current,
        catalog,
        states,
        logarithmic,
        byGroup,
      }).map(({ one, chart }) => ({ one, chart: shown(chart) })),
    [chosen, layout, link, group, document, current, catalog, states, logarithmic, byGroup, shown],
  );

  useEffect(() => stage.start(), [stage]);
  useEffect(() => stage.warmUp(warmup_s), [stage, warmup_s]);
  const edits = document?.edits ?? NO_EDITS;
  useEffect(() => stage.edits(edits.map(({ at_s }) => at_s)), [stage, edits]);
  const { need } = view.actions;
  useEffect(() => need(needsOf(...charts.map(({ chart }) => chart))), [need, charts]);
  useEffect(() => () => need(NO_NEEDS), [need]);

  const chooser = layout && link && (
    <select aria-label="Link shown" value={link.id} onChange={(event) => want(event.target.value)}>
      {layout.links.map((one) => (
        <option key={one.id} value={one.id}>
          {linkName(one)}
        </option>
      ))}
    </select>
  );
  const first = (what: Description['chooses']): Description | undefined =>
    charts.find(({ one }) => one.chooses === what)?.one;

  return (
    <div className="charts">
      {behind && (
        <extras.BehindCharts
          stage={stage}
          behind={behind}
          charts={charts}
          link={link}
          group={group}
          catalog={catalog}
          states={states}
          logarithmic={logarithmic}
          byGroup={byGroup}
        />
      )}
      <div className="chart-stack">
        {charts.map(({ one, chart }, i) => (
          <ChartPanel
            key={chart.id}
            stage={stage}
            chart={chart}
            weight={one.weight}
            {...(one === first('link') && chooser ? { chooser } : {})}
            tools={
              <>
                {one.loggable && (
                  <button
                    type="button"
                    className="chart-tool"
                    aria-pressed={logarithmic.has(one.id)}
                    title="Logarithmic axis"
                    onClick={() => setLogarithmic(toggled(logarithmic, one.id))}
                  >
                    log
                  </button>
                )}
                {chart.hasGroups && (
                  <button
                    type="button"
                    className="chart-tool"
                    aria-pressed={byGroup.has(one.id)}
                    title="Show groups of flows instead of classes of packets"
                    onClick={() => setByGroup(toggled(byGroup, one.id))}
                  >
                    by group
                  </button>
                )}
                {one === first('flows') && <WatchFlows />}
                {i === 0 && <ChooseCharts />}
              </>
            }
            help={help}
            announce={announce}
          />
        ))}
      </div>
      <TimeStrip stage={stage} edits={edits} />
      <p id={help} hidden>
        {KEY_HELP}
      </p>
      <p className="chart-hidden-text" role="status">
        {said}
      </p>
    </div>
  );
}

/** The set with an id more, or without it if it has it. */
function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

const asItIs = (chart: Chart): Chart => chart;

const NO_EDITS: readonly Edit[] = [];
const NO_STATES: readonly string[] = [];

/** The link that was chosen last: by the chooser, or by selecting an element that has one. */
function useWantedLink(selection: Selection): [string | null, (id: string) => void] {
  const [state, setState] = useState({ selection, link: linkIdOf(selection) });
  if (state.selection !== selection) setState({ selection, link: linkIdOf(selection) ?? state.link });
  return [state.link, (id) => setState({ selection, link: id })];
}

/** Speaks politely, and only once the cursor rests: sentences in quick succession replace each other. */
function useAnnouncer(present: () => ViewState): [string, (sentence: () => string) => void] {
  const [said, setSaid] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const announce = (sentence: () => string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { cursor_s, t0_s, t1_s } = present();
      const at = cursor_s === null ? 'Over what is shown' : timeText(cursor_s, (t1_s - t0_s) / 1000);
      setSaid(`${at}. ${sentence()}`);
    }, REST_MS);
  };
  return [said, announce];
}

const REST_MS = 400;
