/**
 * One chart of the stack: a heading with legend and tools, the plot, and a table on demand.
 *
 * The stage draws on the canvas of this component. Pointers and keys go to the time axis that all charts share.
 */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLab, useThisLab } from '../lab/context';
import type { Lab } from '../lab/lab';
import type { TimeView } from '../samples/view';
import { Button } from '../ui/Button';
import { useLazy } from '../ui/lazy';
import { notify } from '../ui/notices';
import { useThrow } from '../ui/useThrow';
import type { Origin } from '../url/carried';
import { titleOf, type Chart } from './chart';
import { Disclosure } from './Disclosure';
import { commandsOf, same, type KeyCommand } from './keys';
import { chartExtras } from './lazyParts';
import { Legend } from './Legend';
import { attachPointers } from './pointers';
import type { FileKind } from './save';
import type { Stage } from './stage';
import { CHART_PANEL, ORIGIN } from './strings';

interface Props {
  stage: Stage;
  chart: Chart;
  weight: number;
  /** Menu of links. It replaces the name of the link at the end of the title. */
  chooser?: ReactNode;
  /** Buttons that only this chart has. */
  tools?: ReactNode;
  /** Id of the element whose text explains the keys. */
  help: string;
  /** Announces a sentence to screen readers. */
  announce: (sentence: () => string) => void;
}

/** Section with one chart. */
export function ChartPanel({ stage, chart, weight, chooser, tools, help, announce }: Props) {
  const { id } = chart;
  const lab = useThisLab();
  const { view } = lab;
  const name = useLab((state) => state.name);
  const canvas = useRef<HTMLCanvasElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const unit = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const print = useRef<HTMLDivElement>(null);
  const readouts = useRef(new Map<string, HTMLElement>());
  const [pointed, setPointed] = useState<string | null>(null);
  const [table, setTable] = useState(false);
  const [wholeRun, setWholeRun] = useState(false);
  const extras = useLazy(chartExtras);
  const heading = useId();
  const onFail = useThrow();

  useEffect(() => {
    if (!canvas.current || !unit.current || !tip.current) return;
    return stage.addPanel(id, {
      canvas: canvas.current,
      unit: unit.current,
      readouts: readouts.current,
      tip: tip.current,
      onFail,
    });
  }, [stage, id, onFail]);

  useEffect(() => stage.describe(id, chart), [stage, id, chart]);

  useEffect(() => {
    if (!plot.current) return;
    return attachPointers(plot.current, {
      hover: (x, y) => {
        stage.hover(x, id);
        const picture = x === null ? null : stage.picture(id);
        setPointed((picture && chartExtras.current()?.traceNear(picture, x ?? 0, y)) ?? null);
      },
      tap: (x) => {
        togglePin(view, stage.momentAt(x, id));
        stage.attend(id);
      },
      pixel: () => stage.pixel(),
      timeAt: (x) => stage.timeAt(x),
      zoom: view.actions.zoom,
      pan: view.actions.pan,
      follow: () => {
        view.actions.pin(null);
        view.actions.follow();
      },
    });
  }, [stage, view, id]);

  useEffect(() => {
    const draw = (): void => {
      // Printing does not wait for lazy parts: a page without them prints the canvas.
      const svgFigure = chartExtras.current()?.svgFigure;
      const picture = stage.picture(id);
      if (!print.current || !svgFigure || !picture) return;
      print.current.innerHTML = svgFigure(picture, printedOrigin(lab), `print-${id}`);
    };
    const clear = (): void => print.current?.replaceChildren();
    window.addEventListener('beforeprint', draw);
    window.addEventListener('afterprint', clear);
    return () => {
      window.removeEventListener('beforeprint', draw);
      window.removeEventListener('afterprint', clear);
    };
  }, [stage, lab, id]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { t0_s, t1_s, cursor_s, pinned_s } = view.store.getState();
    if (event.key === 'Escape' && cursor_s === null && pinned_s === null) return;
    const shown = { t0_s, t1_s };
    const now_s = Math.max(stage.now(), lab.store.getState().run.t_s);
    const commands = commandsOf(event.key, event.shiftKey, { shown, now_s, cursor_s, pinned_s });
    if (commands.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    for (const command of commands) perform(command, stage, lab, id);
    announce(() => stage.sentence(id));
  };

  const save = async (kind: FileKind): Promise<void> => {
    const here = await chartExtras.load();
    const origin = await lab.sharing.origin();
    // Last, because the memory of the picture's frame is reused for the next frame.
    const picture = await stage.pictureToCome(id);
    if (!here || !picture) return;
    if (!(await here.saveChart(picture, origin, kind))) {
      notify(CHART_PANEL.noPicture, 'refused');
    } else if (origin.link === null) {
      notify(CHART_PANEL.noLink);
    }
  };

  const askForWholeRun = (): void => {
    void chartExtras.load().then((here) => setWholeRun(here !== null));
  };

  const toggleTable = (): void => {
    setTable(!table);
    if (!table) void chartExtras.load();
  };

  return (
    <section className="chart column" data-chart={id} aria-labelledby={heading} style={{ flexGrow: weight }}>
      <header className="chart-head row">
        <h3 id={heading}>
          {chooser === undefined ? titleOf(chart) : `${chart.title} `}
          {chooser}
          <span ref={unit} />
          {name && <span className="chart-hidden-text">{CHART_PANEL.ofRun(name)}</span>}
        </h3>
        <Legend chart={chart} readouts={readouts} pointed={pointed} />
        <div className="chart-tools row">
          {tools}
          <Button kind="chart-tool" hint={CHART_PANEL.table} aria-expanded={table} onClick={toggleTable}>
            <TableIcon />
          </Button>
          <Disclosure name={CHART_PANEL.save} face={<SaveIcon />}>
            {(close) => (
              <>
                {FILES.map((kind) => (
                  <Button
                    key={kind}
                    kind="chart-tool"
                    onClick={() => {
                      void save(kind);
                      close();
                    }}
                    text={CHART_PANEL.saveAs[kind]}
                  />
                ))}
                <Button
                  kind="chart-tool"
                  onClick={() => {
                    askForWholeRun();
                    close();
                  }}
                  text={CHART_PANEL.wholeRun}
                />
              </>
            )}
          </Disclosure>
        </div>
      </header>
      <div
        className="chart-plot"
        ref={plot}
        tabIndex={0}
        role="application"
        aria-roledescription={CHART_PANEL.role}
        aria-label={CHART_PANEL.overTime(titleOf(chart))}
        aria-describedby={help}
        onKeyDown={onKeyDown}
        onBlur={() => stage.cursor(null, id)}
      >
        <canvas ref={canvas} aria-hidden="true" />
        <div className="chart-tip" ref={tip} aria-hidden="true" hidden />
      </div>
      <div className="chart-print" ref={print} />
      {table && extras && <extras.DataTable picture={() => stage.picture(id)} />}
      {extras && <extras.WholeRun chart={chart} open={wholeRun} onClose={() => setWholeRun(false)} />}
    </section>
  );
}

const FILES: readonly FileKind[] = ['svg', 'png', 'csv'];

/** Origin of a printed chart. It has no link: printing cannot wait for one, and paper does not show it. */
function printedOrigin({ store }: Lab): Origin {
  const { document: scenario, engine } = store.getState();
  const { title = ORIGIN.untitled, seed = 0 } = scenario ?? {};
  return { title, seed, engine: engine.version, link: null };
}

function perform(command: KeyCommand, stage: Stage, lab: Lab, id: string): void {
  const { actions } = lab.view;
  switch (command.kind) {
    case 'cursor':
      return stage.cursor(command.t_s, id);
    case 'pan':
      return actions.pan(command.dt_s);
    case 'zoom':
      return actions.zoom(command.factor, command.about_s);
    case 'pin':
      return actions.pin(command.t_s);
    case 'go':
      return lab.actions.seek(command.t_s);
    case 'follow':
      return actions.follow();
    case 'clear':
      stage.cursor(null, id);
      return actions.pin(null);
  }
}

/** Pins a time, or removes the pin if it is at this time. */
function togglePin({ store, actions }: TimeView, t_s: number): void {
  const { pinned_s, t0_s, t1_s } = store.getState();
  actions.pin(pinned_s !== null && same(pinned_s, t_s, t1_s - t0_s) ? null : t_s);
}

function TableIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M2 3.5h12v9h-12zM2 6.5h12M2 9.5h12M6.5 3.5v9" fill="none" stroke="currentColor" />
    </svg>
  );
}

function SaveIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d="M8 2.5v7.5M4.5 7L8 10.5L11.5 7M2.5 13.5h11"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
      />
    </svg>
  );
}
