/**
 * The limit of a queue in six units at once: packets, bytes, time to drain, multiples of two rules, and cells of a switch.
 *
 * Writing into one field sets the limit, and the others follow. The radio button chooses whether the limit counts
 * packets or bytes, which matters for small packets when the queue is nearly full.
 */
import { use, useId, useState } from 'react';
import type { Param, Section, Unit } from '../engine/catalog';
import { countedIn } from '../engine/counted';
import { useLab } from '../lab/context';
import { Term } from '../learn/Term';
import { TextWithTerms } from '../learn/TextWithTerms';
import {
  bufferContext,
  limitFrom,
  amountsOf,
  type BufferContext,
  type BufferUnit,
  type Limit,
} from './buffer';
import { CheckBox } from '../ui/CheckBox';
import { Button } from '../ui/Button';
import { Select } from '../ui/Select';
import { CELL_SIZES, cellsOf, chooseCellSize, packetsIn, useCellSize } from './cells';
import { messageId, Messages, ParamHelp, useMessages } from './Field';
import { BUFFER } from './lazyStrings';
import { formatQuantity, formatRounded } from './quantity';
import { QuantityInput, readNumber } from './QuantityInput';
import { Slider } from './Slider';
import { dragged, type NumberKind } from './steps';
import { useEdit, usePending } from './useEdit';
import { useScrub } from './useScrub';
import { AdviseContext } from './studyActions';
import { hasRemainder, packetSizes, remainderText, toWholePackets, type PacketSizes } from './wholePackets';

interface Props {
  /** Path of the queue. */
  path: string;
  section: Section;
  value: Limit;
}

/** Whether a section is a queue with a limit in packets or in bytes. An access link may have no limit. */
export function hasBuffer(section: Section): boolean {
  if (!section.id.startsWith('queue.')) return false;
  return limits.every((name) => section.params.some((param) => param.name === name));
}

/** Names of the two parameters of a queue's limit. */
export const limits = ['limit_packets', 'limit_bytes'] as const;

/** Editor of the limit of the queue at `path`. */
export function BufferEditor({ path, section, value }: Props) {
  const context = useLab((s) => (s.current ? bufferContext(s.current, path, s.catalog) : null));
  const sizes = useLab((s) => (s.current ? packetSizes(s.current, `${path}.limit_bytes`, s.catalog) : null));
  const counted = countedIn(value);
  const param = section.params.find((p) => p.name === `limit_${counted}`);
  const kind = param && numberKind(param);
  return param && kind && context ? (
    <LimitEditor
      {...{ path, value, context, counted, param, sizes }}
      kind={counted === 'bytes' && sizes ? { ...kind, multiple: sizes.largest } : kind}
    />
  ) : null;
}

interface LimitProps {
  path: string;
  value: Limit;
  context: BufferContext;
  counted: 'packets' | 'bytes';
  /** Parameter of the limit that is set, and the values that it accepts. */
  param: Param;
  kind: NumberKind;
  /** Sizes of the packets that wait here. */
  sizes: PacketSizes | null;
}

function LimitEditor({ path, value, context, counted, param, kind, sizes }: LimitProps) {
  const id = useId();
  const editPackets = useEdit(`${path}.limit_packets`);
  const editBytes = useEdit(`${path}.limit_bytes`);
  const [shown, show, settle] = usePending<Limit>(value);
  const [message, setMessage] = useState<string | null>(null);
  const messages = [
    ...useMessages(`${path}.limit_packets`, message),
    ...useMessages(`${path}.limit_bytes`),
    ...useMessages(path),
  ];

  const change = (name: BufferUnit, amount: number, how: 'set' | 'slide'): void => {
    const named = limitFrom(name, amount, context, counted);
    if (!named) return;
    const limit = how === 'slide' ? slidTo(named, shown.limit_bytes, sizes) : named;
    setMessage(null);
    show({ limit_packets: null, limit_bytes: null, ...limit });
    if ('limit_packets' in limit) editPackets[how](limit.limit_packets);
    else editBytes[how](limit.limit_bytes);
    if (how === 'set') settle();
  };
  const finish = (): void => {
    editPackets.finish();
    editBytes.finish();
    settle();
  };
  /** Sets the limit by the unit of the text: `30 kB` is bytes and `2 ms` is time to drain, in whichever row. */
  const changeByUnit = (text: string): boolean => {
    for (const { name, unit, kind } of rows) {
      const read = unit === '' ? null : readNumber(text, unit, kind);
      if (!read?.ok || read.value === null) continue;
      change(name, read.value, 'set');
      return true;
    }
    return false;
  };
  const amount = shown.limit_packets ?? shown.limit_bytes;
  const scrub = useScrub({
    from: () => amount,
    move: (start, pixels) => change(counted, dragged(start, pixels, kind, param.unit), 'slide'),
    end: finish,
  });
  const amounts = amountsOf(shown, context);

  return (
    <fieldset
      className="buffer"
      aria-label={BUFFER.label}
      data-path={`${path}.limit_${counted}`}
      aria-describedby={messageId(id)}
    >
      <div className="buffer-head">
        <span className="field-name row tight">
          <label htmlFor={`${id}-${counted}`} className="scrub" {...scrub}>
            {BUFFER.label}
          </label>
          <ParamHelp param={{ ...param, label: BUFFER.label }} />
        </span>
        {amount !== null && (
          <Slider
            key={counted}
            label={BUFFER.slider}
            value={amount}
            unit={param.unit}
            kind={kind}
            onSlide={(next) => change(counted, next, 'slide')}
            onFinish={finish}
          />
        )}
      </div>
      {rows.map((row) => {
        const number = amounts[row.name];
        const usable = limitFrom(row.name, 1, context, counted) !== null;
        const range =
          row.name === counted ? { ...kind, ...row.kind, min: kind.min, max: kind.max } : row.kind;
        return (
          <div key={row.name} className={row.name === counted ? 'name-row counted' : 'name-row'}>
            {row.name === 'packets' || row.name === 'bytes' ? (
              <CountedIn
                id={id}
                name={row.name}
                counted={counted}
                label={row.label}
                onChoose={() => change(row.name, amounts[row.name] ?? 1, 'set')}
              />
            ) : (
              <span className="row-name row">
                {row.term === undefined ? row.label : <Term id={row.term}>{row.label}</Term>}
              </span>
            )}
            <QuantityInput
              id={`${id}-${row.name}`}
              label={BUFFER.row(row.spoken)}
              value={number}
              unit={row.unit}
              kind={usable ? range : { ...range, null_label: BUFFER.noTcp }}
              {...(number !== null && { text: nameText(number, row, row.name === counted) })}
              disabled={!usable}
              invalid={row.name === counted && messages.length > 0}
              describedBy={messageId(id)}
              onSet={(next) => next !== null && change(row.name, next, 'set')}
              onSlide={(next) => change(row.name, next, 'slide')}
              onFinish={finish}
              onMessage={setMessage}
              onOtherUnit={changeByUnit}
            />
          </div>
        );
      })}
      <CellsRow
        id={id}
        packets={amounts.packets}
        packet_bytes={context.packet_bytes}
        onChange={(packets, how) =>
          change(counted, counted === 'packets' ? packets : packets * context.packet_bytes, how)
        }
        onFinish={finish}
        onMessage={setMessage}
        onOtherUnit={changeByUnit}
      />
      <ContextNote context={context} />
      <AskAdvice path={path} />
      <TooSmall limit_bytes={shown.limit_bytes} context={context} />
      <Remainder
        limit_bytes={shown.limit_bytes}
        sizes={sizes}
        onRound={(bytes) => change('bytes', bytes, 'set')}
      />
      <Messages id={messageId(id)} messages={messages} />
    </fieldset>
  );
}

/** Returns the limit to slide to. A limit in bytes goes to whole packets, and at least to the next one. */
function slidTo(
  limit: NonNullable<ReturnType<typeof limitFrom>>,
  from: number | null,
  sizes: PacketSizes | null,
): typeof limit {
  if (!sizes || !('limit_bytes' in limit)) return limit;
  const { limit_bytes } = limit;
  const near = toWholePackets(limit_bytes, sizes.largest);
  const stays = near === from && limit_bytes !== from;
  const next = stays ? near + Math.sign(limit_bytes - near) * sizes.largest : near;
  return { limit_bytes: Math.max(sizes.largest, next) };
}

interface Row {
  name: BufferUnit;
  label: string;
  spoken: string;
  unit: Unit;
  kind: NumberKind;
  /** Id of the entry of the glossary that explains the unit. */
  term?: string;
}

const open: NumberKind = { type: 'number', min: 0, max: 1e12, log: true, nullable: true };
const rows: Row[] = [
  { name: 'packets', ...BUFFER.rows.packets, unit: 'packets', kind: { ...open, type: 'integer', min: 1 } },
  { name: 'bytes', ...BUFFER.rows.bytes, unit: 'B', kind: { ...open, type: 'integer', min: 1 } },
  { name: 'time', ...BUFFER.rows.time, unit: 's', kind: open },
  { name: 'bdp', ...BUFFER.rows.bdp, unit: '', kind: open, term: 'bandwidth-delay-product' },
  { name: 'bdp_sqrt_n', ...BUFFER.rows.bdp_sqrt_n, unit: '', kind: open, term: 'square-root-rule' },
];

interface CellsProps {
  id: string;
  /** Limit in packets of the usual size, which may have a fraction; null if it is not known. */
  packets: number | null;
  packet_bytes: number;
  onChange(packets: number, how: 'set' | 'slide'): void;
  onFinish(): void;
  onMessage(message: string | null): void;
  onOtherUnit(text: string): boolean;
}

/** The limit in cells of a switch, with a choice of their size. */
function CellsRow({ id, packets, packet_bytes, onChange, ...input }: CellsProps) {
  const cell = useCellSize();
  const cells = packets === null ? null : cellsOf(packets, packet_bytes, cell);
  const change = (next: number | null, how: 'set' | 'slide'): void => {
    if (next !== null) onChange(Math.max(1, packetsIn(next, packet_bytes, cell)), how);
  };
  return (
    <div className="name-row">
      <span className="row-name row">
        <Term id="cell">{BUFFER.cells}</Term>
        <Select
          className="cell-size"
          aria-label={BUFFER.cellSize}
          value={String(cell)}
          onChoose={(size) => chooseCellSize(Number(size))}
          options={CELL_SIZES.map((size) => [String(size), formatQuantity(size, 'B')])}
        />
      </span>
      <QuantityInput
        id={`${id}-cells`}
        label={BUFFER.row(BUFFER.cellsOf(formatQuantity(cell, 'B')))}
        value={cells}
        unit=""
        kind={{ ...open, type: 'integer', min: 1 }}
        {...(cells !== null && { text: formatQuantity(Math.round(cells), '') })}
        disabled={cells === null}
        describedBy={messageId(id)}
        onSet={(next) => change(next, 'set')}
        onSlide={(next) => change(next, 'slide')}
        {...input}
      />
    </div>
  );
}

function nameText(value: number, row: Row, exact: boolean): string {
  return exact ? formatQuantity(value, row.unit) : formatQuantity(Number(value.toPrecision(3)), row.unit);
}

function numberKind(param: Param): NumberKind | null {
  return param.kind.type === 'integer' || param.kind.type === 'number' ? param.kind : null;
}

interface CountedProps {
  id: string;
  name: 'packets' | 'bytes';
  counted: 'packets' | 'bytes';
  label: string;
  onChoose(): void;
}

function CountedIn({ id, name, counted, label, onChoose }: CountedProps) {
  return (
    <CheckBox
      className="row-name box row"
      title={BUFFER.countsTitle(label)}
      label={label}
      group={`${id}-counted`}
      checked={name === counted}
      aria-label={BUFFER.countedIn(label)}
      onChoose={onChoose}
    />
  );
}

/** Buttons that open the advisor and the comparison of remedies, for the queue of a bottleneck. */
function AskAdvice({ path }: { path: string }) {
  const advise = use(AdviseContext);
  const bottleneck = /^bottlenecks\.([^.]+)\.queue$/.exec(path)?.[1];
  if (!advise || bottleneck === undefined) return null;
  return (
    <div className="buffer-advice">
      <Button kind="link" onClick={() => advise(bottleneck)} text={BUFFER.advise} />
      <Button kind="link" onClick={() => advise(bottleneck, 'remedies')} text={BUFFER.remedies} />
    </div>
  );
}

/** Values of BDP and N, so that the multiples can be checked by hand. */
function ContextNote({ context }: { context: BufferContext }) {
  const { rate_bps, rtt_s, tcp_flows, packet_bytes } = context;
  const product = rtt_s === null ? null : (rate_bps * rtt_s) / 8;
  return (
    <p className="note">
      <TextWithTerms
        text={
          product === null
            ? BUFFER.noBdp
            : BUFFER.bdp(
                formatRounded(rate_bps, 'b/s'),
                formatRounded(rtt_s, 's'),
                formatRounded(product / packet_bytes, 'packets'),
                formatRounded(packet_bytes, 'B', 5),
                formatRounded(tcp_flows, '', 6),
              )
        }
      />
    </p>
  );
}

/** Remainder of a limit in bytes after its last whole packet, and a button that removes it. */
function Remainder({
  limit_bytes,
  sizes,
  onRound,
}: {
  limit_bytes: number | null;
  sizes: PacketSizes | null;
  onRound(bytes: number): void;
}) {
  if (limit_bytes === null || !hasRemainder(limit_bytes, sizes) || limit_bytes < sizes.largest) return null;
  const whole = toWholePackets(limit_bytes, sizes.largest);
  return (
    <p className="problem">
      {remainderText(limit_bytes, sizes)}{' '}
      <Button kind="link" onClick={() => onRound(whole)} text={BUFFER.set(formatRounded(whole, 'B', 6))} />
    </p>
  );
}

/** Problem of a limit below one packet: it is accepted, but no packet can wait. */
function TooSmall({ limit_bytes, context }: { limit_bytes: number | null; context: BufferContext }) {
  if (limit_bytes === null || limit_bytes >= context.packet_bytes) return null;
  return <p className="problem">{BUFFER.tooSmall(formatRounded(context.packet_bytes, 'B', 5))}</p>;
}
