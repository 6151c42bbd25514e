/**
 * The packets of one flow: a time–sequence graph over the time axis of the charts, and a table of the last packets.
 *
 * Frames do not pass through React: the panel subscribes to them and paints. The table changes ten times per second at most.
 */
import { useEffect, useId, useMemo, useReducer, useRef, useState, type KeyboardEvent } from 'react';
import type { PacketsProps } from '../charts/Charts';
import { density, boxOf } from '../charts/elements';
import { plotSpan } from '../charts/geometry';
import { commandsOf } from '../charts/keys';
import { attachPointers } from '../charts/pointers';
import { Disclosure } from '../charts/Disclosure';
import { originText } from '../charts/figure';
import { fileName } from '../charts/save';
import type { Stage } from '../charts/stage';
import type { GroupInfo } from '../engine/protocol';
import { useLab, useThisLab } from '../lab/context';
import type { Lab } from '../lab/lab';
import { CanvasRenderer, sharpContext } from '../plot/canvas';
import { drawingFile } from '../plot/drawing';
import { onThemeChange, PAPER, readTheme, type Theme } from '../plot/theme';
import { readablePace } from '../samples/readable';
import { csvCell } from '../sweep/csv';
import { Button } from '../ui/Button';
import { notify } from '../ui/notices';
import { Select } from '../ui/Select';
import { writeText } from '../ui/text';
import { csvWith } from '../url/carried';
import { download } from '../url/file';
import { CaptureDialog } from './CaptureDialog';
import { captureThread } from './captureThread';
import { fateText, saysOf, sentenceOf, type PacketNames } from './describe';
import { PacketFeed } from './feed';
import { MOST_PACKETS } from './list';
import { LogDialog } from './LogDialog';
import type { Packet } from './packet';
import { PacketTable, pointName } from './PacketTable';
import { KEYS, paintSequence, sequenceDrawing, unitOf, type SequencePicture } from './paintSequence';
import { SequenceKey } from './SequenceKey';
import { lastPacket, packetNear, rangeOf } from './sequence';
import { KIND, PACKETS } from './strings';
import './packets.css';

/** Id of the panel among the charts. */
const ID = 'packets';

/** Section with the graph and the table. */
export function PacketPanel({ stage, help }: PacketsProps) {
  const lab = useThisLab();
  const groups = useLab((state) => state.layout?.groups ?? NO_GROUPS);
  const links = useLab((state) => state.layout?.links ?? NO_LINKS);
  const watchedFlows = useLab((state) => state.watched);
  const document = useLab((state) => state.document);
  const step = useLab((state) => state.lastStep);
  const [chosen, setChosen] = useState<number | null>(null);
  const [point, setPoint] = useState('sender');
  const [table, setTable] = useState(false);
  const [dialog, setDialog] = useState<'capture' | 'log' | null>(null);
  const flows = useMemo(() => flowsOf(groups, watchedFlows), [groups, watchedFlows]);
  const chosenFlow = flows.find(({ flow }) => flow === chosen) ?? flows[0];
  const flow = chosenFlow?.flow ?? null;
  const heading = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const unit = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLParagraphElement>(null);
  const [rows, setRows] = useState<readonly Packet[]>([]);
  const [, renderAgain] = useReducer((n: number) => n + 1, 0);
  const [painter] = useState(() => new Painter(lab, renderAgain, setRows));
  const { names: found, failure, list } = painter.feed.state;
  const names: PacketNames = { links: links.map(({ label }) => label), reasons: found?.reasons ?? [] };
  const points = found?.points ?? [point];
  const name = chosenFlow?.label ?? '';
  const title = `${PACKETS.title} ${name} ${PACKETS.at} ${pointName(point, links)}`;

  useEffect(() => {
    if (!canvas.current || !unit.current || !tip.current) return;
    return painter.start({ canvas: canvas.current, unit: unit.current, tip: tip.current });
  }, [painter]);
  useEffect(() => painter.describe(names, step !== null, table));
  useEffect(() => {
    if (document === null || flow === null) return painter.feed.watch(null);
    // An edit by a slider changes the experiment many times a second.
    const timer = setTimeout(
      () => painter.feed.watch({ document, files: lab.files.store.getState(), flow, point }),
      REST_MS,
    );
    return () => clearTimeout(timer);
  }, [painter, lab, document, flow, point]);

  useEffect(() => {
    if (!plot.current) return;
    const { actions } = lab.view;
    return attachPointers(plot.current, {
      hover: (x, y) => {
        stage.hover(x, ID);
        painter.point(x === null ? null : { x, y });
      },
      tap: (x) => actions.pin(stage.timeAt(x)),
      pixel: () => stage.pixel(),
      timeAt: (x) => stage.timeAt(x),
      zoom: actions.zoom,
      pan: actions.pan,
      follow: () => {
        actions.pin(null);
        actions.follow();
      },
    });
  }, [stage, lab, painter]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!performKey(event, lab, stage)) return;
    event.preventDefault();
    event.stopPropagation();
    painter.point(null);
  };

  const save = async (kind: 'svg' | 'png' | 'csv'): Promise<void> => {
    const origin = await lab.sharing.origin();
    const file = fileName(origin.title, ID, kind);
    if (kind === 'csv') {
      download(file, new Blob([csvWith(csvOf(painter.visible(), names), origin)], { type: 'text/csv' }));
      return;
    }
    const text = originText(origin);
    const blob = await drawingFile(kind, sequenceDrawing(painter.picture(PAPER), title, text), text, origin);
    if (blob) download(file, blob);
    else notify(PACKETS.noPicture, 'refused');
  };

  return (
    <section className="chart column packets" data-chart={ID} aria-labelledby={heading}>
      <header className="chart-head row">
        <h3 id={heading}>
          {PACKETS.title}{' '}
          <Select
            className=""
            aria-label={PACKETS.flow}
            value={String(flow ?? '')}
            onChoose={(value) => setChosen(Number(value))}
            options={flows.map(({ flow, label }) => [String(flow), label])}
          />{' '}
          {PACKETS.at}{' '}
          <Select
            className=""
            aria-label={PACKETS.point}
            value={point}
            onChoose={setPoint}
            options={points.filter(isSingle).map((one) => [one, pointName(one, links)])}
          />
          <span ref={unit} />
        </h3>
        <ul className="packet-keys row">
          {KEYS.map((key) => (
            <li key={key.label}>
              <SequenceKey {...key} /> {key.label}
            </li>
          ))}
        </ul>
        <div className="chart-tools row">
          <Button
            kind="chart-tool"
            aria-expanded={table}
            onClick={() => setTable(!table)}
            text={PACKETS.table}
          />
          <Disclosure name={PACKETS.save} face={PACKETS.save}>
            {(close) => (
              <>
                {(['svg', 'png', 'csv'] as const).map((kind) => (
                  <Button
                    key={kind}
                    kind="chart-tool"
                    onClick={() => {
                      void save(kind);
                      close();
                    }}
                    text={PACKETS[kind]}
                  />
                ))}
                {(['capture', 'log'] as const).map((kind) => (
                  <Button
                    key={kind}
                    kind="chart-tool"
                    onClick={() => {
                      setDialog(kind);
                      close();
                    }}
                    text={PACKETS[kind]}
                  />
                ))}
              </>
            )}
          </Disclosure>
        </div>
      </header>
      {failure !== null && (
        <p className="problem" role="alert">
          {PACKETS.failed(failure)}
        </p>
      )}
      <div
        className="chart-plot packet-plot"
        ref={plot}
        tabIndex={0}
        role="application"
        aria-roledescription={PACKETS.role}
        aria-label={PACKETS.graph(title)}
        aria-describedby={help}
        onKeyDown={onKeyDown}
        onBlur={() => stage.cursor(null, ID)}
      >
        <canvas ref={canvas} aria-hidden="true" />
      </div>
      <p className="packet-tip note" ref={tip} />
      {list.cut_s !== null && <p className="note">{PACKETS.cut(MOST_PACKETS)}</p>}
      {table && <PacketTable packets={rows} names={names} title={title} />}
      {document && (
        <>
          <CaptureDialog
            open={dialog === 'capture'}
            onClose={() => setDialog(null)}
            document={document}
            flow={flow}
            points={points}
            links={links}
          />
          <LogDialog
            open={dialog === 'log'}
            onClose={() => setDialog(null)}
            document={document}
            flow={chosenFlow?.hasTcp ? flow : null}
          />
        </>
      )}
    </section>
  );
}

const NO_GROUPS: readonly GroupInfo[] = [];
const NO_LINKS: readonly { id: string; label: string }[] = [];

/** Time without a change of the experiment after which its run is repeated, ms. */
const REST_MS = 250;

/** Whether a name of a point is that of one interface, not of all three of a queue. */
function isSingle(point: string): boolean {
  return point === 'sender' || point === 'receiver' || /:(in|out|drops)$/.test(point);
}

/** Returns the watched flows and the first of each group, with their labels. */
function flowsOf(
  groups: readonly GroupInfo[],
  watched: readonly number[] | null,
): { flow: number; label: string; hasTcp: boolean }[] {
  const firsts = groups.filter(({ count }) => count > 0).map(({ first_flow }) => first_flow);
  const numbers = [...new Set([...(watched ?? []), ...firsts])].sort((a, b) => a - b);
  return numbers.flatMap((flow) => {
    const group = groups.find(({ first_flow, count }) => flow >= first_flow && flow < first_flow + count);
    if (!group) return [];
    return [{ flow, label: PACKETS.flowOf(flow, group.label), hasTcp: group.kind === 'tcp' }];
  });
}

/** Performs the command of a key on the time axis; returns whether there is one. */
function performKey(event: KeyboardEvent, { view, store, actions }: Lab, stage: Stage): boolean {
  const { t0_s, t1_s, cursor_s, pinned_s } = view.store.getState();
  const now_s = Math.max(stage.now(), store.getState().run.t_s);
  const context = { shown: { t0_s, t1_s }, now_s, cursor_s, pinned_s };
  const commands = commandsOf(event.key, event.shiftKey, context);
  for (const command of commands) {
    if (command.kind === 'cursor') stage.cursor(command.t_s, ID);
    else if (command.kind === 'pan') view.actions.pan(command.dt_s);
    else if (command.kind === 'zoom') view.actions.zoom(command.factor, command.about_s);
    else if (command.kind === 'pin') view.actions.pin(command.t_s);
    else if (command.kind === 'go') actions.seek(command.t_s);
    else if (command.kind === 'follow') view.actions.follow();
    else stage.cursor(null, ID);
  }
  return commands.length > 0;
}

function csvOf(packets: readonly Packet[], names: PacketNames): string {
  const rows = packets.map((packet) => [
    packet.at_s,
    KIND[packet.kind],
    packet.number,
    packet.start,
    packet.end,
    packet.bytes,
    saysOf(packet),
    fateText(packet.fate, packet.at_s, names),
  ]);
  return [CSV_HEADS, ...rows]
    .map((row) => `${row.map((cell) => csvCell(String(cell))).join(',')}\n`)
    .join('');
}

const CSV_HEADS = ['time [s]', 'kind', 'number', 'start [byte]', 'end [byte]', 'size [B]', 'header', 'fate'];

interface Elements {
  canvas: HTMLCanvasElement;
  unit: HTMLElement;
  tip: HTMLElement;
}

/** Painter of the graph, outside React. */
class Painter {
  readonly feed: PacketFeed;
  private elements: Elements | null = null;
  private theme: Theme | null = null;
  private names: PacketNames = { links: [], reasons: [] };
  private isStepping = false;
  private hasTable = false;
  private pending = 0;
  private pointer: { x: number; y: number } | null = null;
  private wasEmpty = true;
  private readonly isReadable = readablePace();

  constructor(
    private readonly lab: Lab,
    private readonly renderAgain: () => void,
    private readonly showRows: (rows: readonly Packet[]) => void,
  ) {
    this.feed = new PacketFeed(captureThread, () => {
      const { names, failure } = this.feed.state;
      const isEmpty = names === null;
      if (isEmpty !== this.wasEmpty || failure !== null) this.renderAgain();
      this.wasEmpty = isEmpty;
      this.paintSoon();
    });
  }

  /** Paints on these elements from now on. Returns a function that stops. */
  start(elements: Elements): () => void {
    this.elements = elements;
    const { frames, view } = this.lab;
    const stops = [
      frames.subscribe(() => this.paint()),
      view.store.subscribe(() => this.paintSoon()),
      onThemeChange(() => {
        this.theme = null;
        this.paintSoon();
      }),
    ];
    const sizes = new ResizeObserver(() => this.paintSoon());
    sizes.observe(elements.canvas);
    this.paintSoon();
    return () => {
      for (const stop of stops) stop();
      sizes.disconnect();
      cancelAnimationFrame(this.pending);
      this.pending = 0;
      this.feed.close();
      this.elements = null;
    };
  }

  /** Sets the names of links and reasons, whether the run is stepped through, and whether the table is shown. */
  describe(names: PacketNames, isStepping: boolean, hasTable: boolean): void {
    this.names = names;
    this.isStepping = isStepping;
    this.hasTable = hasTable;
    this.paintSoon();
  }

  /** Sets the place of the pointer; null without one. */
  point(at: { x: number; y: number } | null): void {
    this.pointer = at;
    this.paintSoon();
  }

  /** Returns the packets in the visible interval. */
  visible(): readonly Packet[] {
    const { t0_s, t1_s } = this.lab.view.store.getState();
    return this.feed.state.list.within(t0_s, Math.min(t1_s, this.now()));
  }

  /** Returns the picture of the visible interval. */
  picture(theme: Theme): SequencePicture {
    const { t0_s, t1_s, cursor_s, pinned_s } = this.lab.view.store.getState();
    const { canvas } = this.elements ?? {};
    const { width, height } = canvas ? boxOf(canvas) : { width: 600, height: 200 };
    const plot = { ...plotSpan(width), y: 7, height: Math.max(8, height - 12) };
    const packets = this.visible();
    const shown = { t0_s, t1_s };
    const { names } = this.feed.state;
    const pointed = this.pointer && packetNear(packets, shown, plot, rangeOf(packets), this.pointer);
    return {
      packets,
      shown,
      plot,
      theme,
      cursor_s,
      pinned_s,
      present_s: this.isStepping ? this.now() : null,
      pointed,
      empty: names === null ? PACKETS.loading : PACKETS.none,
    };
  }

  private now(): number {
    return this.lab.frames.latest?.t_s ?? 0;
  }

  private paintSoon(): void {
    if (this.pending !== 0) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.paint();
    });
  }

  private paint(): void {
    if (!this.elements) return;
    const { canvas, unit, tip } = this.elements;
    const { t0_s, t1_s } = this.lab.view.store.getState();
    this.feed.want(t0_s, Math.min(t1_s, this.now()));
    const { width, height } = boxOf(canvas);
    const context = width > 0 ? sharpContext(canvas, width, height, density(canvas)) : null;
    if (!context) return;
    this.theme ??= readTheme();
    const picture = this.picture(this.theme);
    paintSequence(new CanvasRenderer(context, this.theme.font), picture);
    writeText(unit, `, ${unitOf(picture.packets).name}`);
    writeText(tip, this.tipText(picture));
    const latest = this.lab.frames.latest;
    if (this.hasTable && (!latest || this.isReadable(latest))) this.showRows(this.tableRows());
  }

  private tableRows(): readonly Packet[] {
    const { cursor_s, pinned_s } = this.lab.view.store.getState();
    return this.feed.state.list.last(TABLE_ROWS, cursor_s ?? pinned_s ?? this.now());
  }

  /** Returns the sentence about the packet at the pointer, at the cursor, or at the present step; empty without one. */
  private tipText({ packets, pointed, cursor_s, pinned_s, present_s }: SequencePicture): string {
    const at_s = cursor_s ?? pinned_s;
    const stepped = present_s === null ? null : lastPacket(packets.filter((one) => one.at_s === present_s));
    const before = at_s === null ? null : (packets.findLast((one) => one.at_s <= at_s) ?? null);
    const packet = pointed ?? (this.pointer === null ? (before ?? stepped) : null);
    return packet ? sentenceOf(packet, this.names) : '';
  }
}

/** Number of packets in the table. */
const TABLE_ROWS = 200;
