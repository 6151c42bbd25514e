/** The dialog about a measured run: what was read, what was left out, and what each series is used for. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import type { GroupInfo } from '../engine/protocol';
import type { Lab } from '../lab/lab';
import { isRecord } from '../scenario/path';
import type { Base, MeasuredFile, MeasuredSeries } from '../sweep/measuredFile';
import { Button } from '../ui/Button';
import { CheckBox } from '../ui/CheckBox';
import { Dialog } from '../ui/Dialog';
import { Select } from '../ui/Select';
import { Table } from '../ui/Table';
import type { MeasuredChoice, MeasuredRole, MeasuredUse } from '../url/measuredChoice';
import { controllerName } from './measuredRun';
import { measuredStore, takeMeasured } from './offer';
import { DIALOG } from './strings';

interface Props {
  lab: Lab;
  /** Makes a run the baseline, and opens its experiment if the user wants that. */
  use(file: MeasuredFile, choice: MeasuredChoice, simulate: boolean): void;
}

/** Dialog that is open while there is a measured run to use. */
export function MeasuredOffer({ lab, use }: Props) {
  const { offer, table, ready } = useStore(measuredStore);
  useEffect(() => {
    if (!ready) return;
    measuredStore.setState({ ready: null });
    use(ready.file, ready.choice, false);
  }, [ready, use]);
  const close = (): void => measuredStore.setState({ offer: null, table: null });
  const name = offer?.file.name ?? table?.file.name ?? '';
  return (
    <Dialog title={DIALOG.title(name)} open={offer !== null || table !== null} onClose={close} width={760}>
      {table && !offer && <TimeForm key={name} file={table.file} heading={table.heading} />}
      {offer && (
        <Uses
          key={offer.file.sha256}
          lab={lab}
          file={offer.file}
          before={offer.choice}
          onUse={(choice, simulate) => {
            close();
            use(offer.file, choice, simulate);
          }}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

type TimeUnit = 's' | 'ms' | 'µs' | 'ns';

const TIME_UNITS: Readonly<Record<TimeUnit, string>> = { s: 's', ms: 'ms', µs: 'µs', ns: 'ns' };

/** Asks for the column of the time. */
function TimeForm({ file, heading }: { file: File; heading: readonly string[] }) {
  const [column, setColumn] = useState('');
  const [unit, setUnit] = useState<TimeUnit>('s');
  return (
    <form
      className="measured column spaced"
      onSubmit={(event) => {
        event.preventDefault();
        if (column !== '') void takeMeasured(file, `${column},${unit}`);
      }}
    >
      <p>{DIALOG.noTime}</p>
      <label className="row spaced">
        {DIALOG.timeColumn}
        <Select
          value={column}
          data-first-focus
          onChoose={setColumn}
          options={[
            ['', DIALOG.choose],
            ...heading.map((name, i) => [String(i + 1), DIALOG.column(i + 1, name)] as const),
          ]}
        />
      </label>
      <label className="row spaced">
        {DIALOG.timeUnit}
        <Select<TimeUnit> value={unit} onChoose={setUnit} texts={TIME_UNITS} />
      </label>
      <div className="row spaced">
        <Button submit primary disabled={column === ''} text={DIALOG.read} />
      </div>
    </form>
  );
}

type Role = MeasuredRole | 'none';

/** Use of a series in the form. */
interface Row {
  role: Role;
  unit: string;
  group: string;
}

interface UsesProps {
  lab: Lab;
  file: MeasuredFile;
  before: MeasuredChoice | null;
  onUse(choice: MeasuredChoice, simulate: boolean): void;
  onClose(): void;
}

/** Table with the use of each series. */
function Uses({ lab, file, before, onUse, onClose }: UsesProps) {
  const groups = useStore(lab.store, (s) => s.layout?.groups) ?? NO_GROUPS;
  const { about } = file;
  const scenario = about.run?.scenario;
  const [rows, setRows] = useState(() => about.series.map((series) => rowOf(series, before, groups)));
  const [simulate, setSimulate] = useState(isRecord(scenario) && before === null);
  const set = (i: number, part: Partial<Row>): void =>
    setRows(rows.map((row, k) => (k === i ? { ...row, ...part } : row)));
  const problem = problemOf(file, rows);
  return (
    <form
      className="measured column spaced"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) onUse(choiceFrom(file, rows), simulate);
      }}
    >
      <p data-testid="measured-about">{aboutText(file)}</p>
      <Table
        area="measured-series figure-table"
        name={DIALOG.series}
        heads={[DIALOG.seriesHead, DIALOG.valuesHead, DIALOG.roleHead, DIALOG.unitHead, DIALOG.groupHead]}
      >
        {about.series.map((series, i) => (
          <SeriesRow
            key={i}
            file={file}
            series={series}
            row={rows[i]!}
            groups={groups}
            onChange={(part) => set(i, part)}
          />
        ))}
      </Table>
      {about.notes.length > 0 && (
        <section aria-label={DIALOG.notes}>
          <h3>{DIALOG.notes}</h3>
          <ul className="measured-notes">
            {about.notes.map(({ message, advice }, i) => (
              <li key={i}>{advice === '' ? message : DIALOG.note(message, advice)}</li>
            ))}
          </ul>
        </section>
      )}
      {isRecord(scenario) && <CheckBox label={DIALOG.simulate} checked={simulate} onChoose={setSimulate} />}
      <p className="note">{DIALOG.local}</p>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="row spaced">
        <Button submit primary data-first-focus disabled={problem !== null} text={DIALOG.use} />
        <Button onClick={onClose}>{DIALOG.cancel}</Button>
      </div>
    </form>
  );
}

const NO_GROUPS: readonly GroupInfo[] = [];

interface RowProps {
  file: MeasuredFile;
  series: MeasuredSeries;
  row: Row;
  groups: readonly GroupInfo[];
  onChange(part: Partial<Row>): void;
}

function SeriesRow({ file, series, row, groups, onChange }: RowProps) {
  const { name, id, count } = series;
  const roles: (readonly [Role, string])[] = [
    ['none', DIALOG.roles.none],
    ...(id === '' ? [] : [['series', DIALOG.roles.series] as const]),
    ['throughput', DIALOG.roles.throughput],
    ['rtt', DIALOG.roles.rtt],
    ['window', DIALOG.roles.window],
  ];
  const { role } = row;
  const units = file.about.units.filter(({ base }) => isOfGroup(role) && base === BASE[role]);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{count}</td>
      <td>
        <Select
          value={role}
          options={roles}
          aria-label={DIALOG.roleOf(name)}
          onChoose={(next) => onChange({ role: next, unit: unitFor(file, series, next) })}
        />
      </td>
      <td>
        {isOfGroup(role) ? (
          <Select
            value={row.unit}
            aria-label={DIALOG.unitOf(name)}
            options={[
              ...(row.unit === '' ? [['', DIALOG.choose] as const] : []),
              ...units.map((unit) => [unit.name, unit.name] as const),
            ]}
            onChoose={(unit) => onChange({ unit })}
          />
        ) : (
          series.unit
        )}
      </td>
      <td>
        {isOfGroup(role) && (
          <Select
            value={row.group}
            aria-label={DIALOG.groupOf(name)}
            options={groups.map((group) => [group.id, group.label || group.id] as const)}
            onChoose={(group) => onChange({ group })}
          />
        )}
      </td>
    </tr>
  );
}

/** Quantity of a role. */
const BASE: Record<Exclude<MeasuredRole, 'series'>, Base> = {
  throughput: 'rate',
  rtt: 'time',
  window: 'packets',
};

function isOfGroup(role: Role): role is Exclude<MeasuredRole, 'series'> {
  return role !== 'none' && role !== 'series';
}

/** Returns the unit of a series in a role: that of the file, the only one, or none. */
function unitFor({ about }: MeasuredFile, series: MeasuredSeries, role: Role): string {
  if (!isOfGroup(role)) return series.unit;
  const fitting = about.units.filter(({ base }) => base === BASE[role]);
  if (fitting.some(({ name }) => name === series.unit)) return series.unit;
  return fitting.length === 1 ? fitting[0]!.name : '';
}

function rowOf(series: MeasuredSeries, before: MeasuredChoice | null, groups: readonly GroupInfo[]): Row {
  const [first] = [...groups.filter(({ kind }) => kind === 'tcp'), ...groups];
  const group = first?.id ?? '';
  if (!before) return { role: series.role, unit: series.unit, group };
  const use = before.uses.find(({ name }) => name === series.name);
  if (!use) return { role: 'none', unit: series.unit, group };
  return {
    role: use.role,
    unit: use.unit,
    group: groups.some(({ id }) => id === use.group) ? use.group : group,
  };
}

function choiceFrom({ name, sha256, time, about }: MeasuredFile, rows: readonly Row[]): MeasuredChoice {
  const uses = about.series.flatMap((series, i): MeasuredUse[] => {
    const { role, unit, group } = rows[i]!;
    return role === 'none' ? [] : [{ name: series.name, role, unit, group: role === 'series' ? '' : group }];
  });
  return { file: name.slice(0, 200), sha256, time, uses };
}

/** Returns why the run cannot be used, or null. */
function problemOf({ about }: MeasuredFile, rows: readonly Row[]): string | null {
  if (rows.every(({ role }) => role === 'none')) return DIALOG.noUse;
  const unnamed = about.series.find((_, i) => isOfGroup(rows[i]!.role) && rows[i]!.unit === '');
  if (unnamed) return DIALOG.noUnit(unnamed.name);
  const homeless = about.series.find((_, i) => isOfGroup(rows[i]!.role) && rows[i]!.group === '');
  return homeless ? DIALOG.noGroup(homeless.name) : null;
}

/** Describes the run: `iperf 3.12 TCP, Linux 6.18, CUBIC, 10 s`, and how late packets were. */
function aboutText({ about }: MeasuredFile): string {
  const { tool, title, kernel, controllers, length_s } = about;
  const parts = [
    DIALOG.tools[tool],
    title,
    kernel,
    ...controllers.map(controllerName),
    figure(length_s, 's', 4),
  ];
  const text = DIALOG.about(parts.filter((part) => part !== ''));
  const late = isRecord(about.run?.measured) ? about.run.measured.late_s : null;
  if (!isRecord(late)) return text;
  const of = (value: unknown): string | null => (typeof value === 'number' ? figure(value, 's', 3) : null);
  const [median, p99, max] = [of(late.median), of(late.p99), of(late.max)];
  return median && p99 && max ? DIALOG.late(text, median, p99, max) : text;
}
