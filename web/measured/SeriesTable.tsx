/** Table with the use of each series of a measured run. */
import type { GroupInfo } from '../engine/protocol';
import type { MeasuredFile, MeasuredSeries } from '../sweep/measuredFile';
import { Select } from '../ui/Select';
import { Table } from '../ui/Table';
import { DIALOG } from './strings';
import { BASE, isOfGroup, unitFor, type Role, type Row } from './uses';

interface Props {
  file: MeasuredFile;
  rows: readonly Row[];
  groups: readonly GroupInfo[];
  onChange(rows: readonly Row[]): void;
}

/** Shows a row per series, in which its use, unit and group can be chosen. */
export function SeriesTable({ file, rows, groups, onChange }: Props) {
  const set = (i: number, part: Partial<Row>): void =>
    onChange(rows.map((row, k) => (k === i ? { ...row, ...part } : row)));
  return (
    <Table
      area="measured-series figure-table"
      name={DIALOG.series}
      heads={[DIALOG.seriesHead, DIALOG.valuesHead, DIALOG.roleHead, DIALOG.unitHead, DIALOG.groupHead]}
    >
      {file.about.series.map((series, i) => (
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
  );
}

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
