/**
 * The stack of selected charts over one time axis; the default charts are queue, windows, loss and throughput.
 *
 * Frames do not pass through React: the stage subscribes to them and paints. React renders the parts that only user
 * actions change: headings, legends, tools, flags of edits.
 */
import { useEffect, useId, useMemo, useRef, useState, type ComponentType } from 'react';
import { useLab, useThisLab } from '../lab/context';
import { stillThere, type Selection } from '../lab/state';
import { NO_NEEDS, type ViewState } from '../samples/view';
import type { Edit } from '../scenario/types';
import { Boundary } from '../ui/Boundary';
import { Select } from '../ui/Select';
import { BOUNDARY } from '../ui/strings';
import { Button } from '../ui/Button';
import { useLazy } from '../ui/lazy';
import { describedCharts, shownCharts, withFirst } from './all';
import { needsOf, titleOf, type Chart, type Description } from './chart';
import { ChartPanel } from './ChartPanel';
import './tools.css';
import './charts.css';
import { PACKETS_ID, useChosenCharts } from './choice';
import { ChooseCharts } from './ChooseCharts';
import { timeText } from '../plot/format';
import { chartExtras, baselineCharts } from './lazyParts';
import { chartsOfPreset } from './presetCharts';
import { chosenLink, linkIdOf, linkName } from './scene';
import { Stage } from './stage';
import { KEY_HELP, STACK } from './strings';
import { TimeAxis } from './TimeAxis';
import { WatchFlows } from './WatchFlows';

interface Props {
  /** Section with the packets of a flow, below the charts if the user has chosen it. */
  packets?: ComponentType<PacketsProps>;
}

/** Properties of the section with the packets of a flow, which has the time axis of the charts. */
export interface PacketsProps {
  stage: Stage;
  /** Id of the element whose text explains the keys. */
  help: string;
}

/** Stack of charts with its time axis. */
export function Charts({ packets: Packets }: Props) {
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
  const own = useChosenCharts();
  const rules = useLab((state) => state.rules);
  const chosen = useMemo(() => (rules ? rules.charts && new Set(rules.charts) : own), [rules, own]);
  // An experiment from a link has the title of its preset.
  const preset = useLab(
    ({ presetId, presets, document: open }) =>
      presetId ?? presets.find(({ title }) => title === open?.title)?.id ?? null,
  );
  const [logarithmic, setLogarithmic] = useState<ReadonlySet<string>>(new Set());
  const [byGroup, setByGroup] = useState<ReadonlySet<string>>(new Set());
  const savedBaseline = useLab((state) => state.baseline);
  const extras = useLazy(baselineCharts);
  const baseline = extras && savedBaseline;
  const [stage] = useState(
    () => new Stage({ frames, view: view.store, notes: chartExtras.current, ...view.actions }),
  );
  const help = useId();
  const [said, announce] = useAnnouncer(view.store.getState);

  const link = chosenLink(layout, wanted);
  const group = selection.kind === 'group' ? selection.id : null;
  const shown = extras?.chartTransform(baseline?.mode) ?? asItIs;
  const charts = useMemo(
    () =>
      describedCharts(withFirst(shownCharts(chosen, current), chosen ? [] : chartsOfPreset(preset)), {
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
    [chosen, preset, layout, link, group, document, current, catalog, states, logarithmic, byGroup, shown],
  );

  useEffect(() => stage.start(), [stage]);
  useEffect(() => stage.warmUp(warmup_s), [stage, warmup_s]);
  const isStepping = useLab(({ lastStep }) => lastStep !== null);
  useEffect(() => stage.stepping(isStepping), [stage, isStepping]);
  const edits = document?.edits ?? NO_EDITS;
  useEffect(() => stage.edits(edits.map(({ at_s }) => at_s)), [stage, edits]);
  const { need } = view.actions;
  useEffect(() => need(needsOf(...charts.map(({ chart }) => chart))), [need, charts]);
  useEffect(() => () => need(NO_NEEDS), [need]);

  const chooser = layout && link && (
    <Select
      className=""
      aria-label={STACK.link}
      value={link.id}
      onChoose={want}
      options={layout.links.map((one) => [one.id, linkName(one)])}
    />
  );
  const first = (what: Description['chooses']): Description | undefined =>
    charts.find(({ one }) => one.chooses === what)?.one;

  return (
    <div className="charts column">
      {baseline && (
        <Boundary part={BOUNDARY.parts.comparison} resetOn={[baseline]}>
          <extras.BaselineCharts
            stage={stage}
            baseline={baseline}
            charts={charts}
            link={link}
            group={group}
            catalog={catalog}
            states={states}
            logarithmic={logarithmic}
            byGroup={byGroup}
          />
        </Boundary>
      )}
      <div className="chart-stack column">
        {charts.map(({ one, chart }, i) => (
          <Boundary key={chart.id} part={BOUNDARY.parts.chart(titleOf(chart))} resetOn={[chart]}>
            <ChartPanel
              stage={stage}
              chart={chart}
              weight={one.weight}
              {...(one === first('link') && chooser ? { chooser } : {})}
              tools={
                <>
                  {one.loggable && (
                    <Button
                      kind="chart-tool"
                      aria-pressed={logarithmic.has(one.id)}
                      title={STACK.logHelp}
                      onClick={() => setLogarithmic(toggled(logarithmic, one.id))}
                      text={STACK.log}
                    />
                  )}
                  {(chart.hasGroups === true || chart.groupsUnrecorded === true) && (
                    <Button
                      kind="chart-tool"
                      disabled={!chart.hasGroups}
                      aria-pressed={byGroup.has(one.id)}
                      title={chart.groupsUnrecorded ? STACK.groupsUnrecorded : STACK.byGroupHelp}
                      onClick={() => setByGroup(toggled(byGroup, one.id))}
                      text={STACK.byGroup}
                    />
                  )}
                  {one === first('flows') && <WatchFlows />}
                  {i === 0 && rules === null && <ChooseCharts />}
                </>
              }
              help={help}
              announce={announce}
            />
          </Boundary>
        ))}
        {Packets && chosen?.has(PACKETS_ID) && <Packets stage={stage} help={help} />}
      </div>
      <Boundary part={BOUNDARY.parts.timeAxis} resetOn={[edits]}>
        <TimeAxis stage={stage} edits={edits} />
      </Boundary>
      <p id={help} hidden>
        {KEY_HELP}
      </p>
      <p className="chart-hidden-text" role="status">
        {said}
      </p>
    </div>
  );
}

/** Returns the set without an id that it contains, or with an id that it does not. */
function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

const asItIs = (chart: Chart): Chart => chart;

const NO_EDITS: readonly Edit[] = [];
const NO_STATES: readonly string[] = [];

/** Link that was chosen last, in the menu or by selecting an element that has a link. */
function useWantedLink(selection: Selection): [string | null, (id: string) => void] {
  const [state, setState] = useState({ selection, link: linkIdOf(selection) });
  if (state.selection !== selection) setState({ selection, link: linkIdOf(selection) ?? state.link });
  return [state.link, (id) => setState({ selection, link: id })];
}

/** Text of a live region. It changes only after the cursor has rested, so that only the last of several sentences is read. */
function useAnnouncer(present: () => ViewState): [string, (sentence: () => string) => void] {
  const [said, setSaid] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const announce = (sentence: () => string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { cursor_s, t0_s, t1_s } = present();
      const at = cursor_s === null ? STACK.visibleTime : timeText(cursor_s, (t1_s - t0_s) / 1000);
      setSaid(STACK.announcement(at, sentence()));
    }, REST_MS);
  };
  return [said, announce];
}

const REST_MS = 400;
