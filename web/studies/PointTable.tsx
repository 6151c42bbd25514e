/** Table of points: the values of the parameters, each measure with its interval, and a link to each run. */
import { useMemo, useState } from 'react';
import { WarningSign } from '../controls/WarningSign';
import { quantityText } from '../plot/format';
import { figure } from '../controls/quantity';
import { Table } from '../ui/Table';
import { Button } from '../ui/Button';
import { Pager, pageOf, pagesOf } from '../ui/Pager';
import { intervalOf } from '../sweep/interval';
import type { CaseLine } from '../types/engine';
import { wordLabel, type Field } from './fields';
import { measured, type Measure } from './measures';
import { bareLabel, intervalText } from './studyText';
import { POINT_TABLE } from './strings';
import { warningsOf } from './warningCounts';

/** Rows on one page of the table. */
const PAGE_ROWS = 50;

interface Props {
  lines: readonly CaseLine[];
  /** The varied parameters, in order. */
  varied: readonly Field[];
  measures: readonly Measure[];
  onOpen(line: CaseLine): void;
}

/** Shows a page of the table. */
export function PointTable({ lines, varied, measures, onOpen }: Props) {
  const [selected, setPage] = useState(0);
  const points = useMemo(() => pointsOf(lines), [lines]);
  const pages = pagesOf(points, PAGE_ROWS);
  const page = Math.min(selected, pages - 1);
  const shown = pageOf(points, page, PAGE_ROWS);
  return (
    <Table
      area="curve-rows"
      name={POINT_TABLE.name}
      heads={[
        ...varied.map(({ label }) => bareLabel(label)),
        ...measures.map(({ label }) => label),
        ...(measures.length === 1 ? [POINT_TABLE.range] : []),
        POINT_TABLE.runs,
      ]}
      below={
        pages > 1 && (
          <div className="curve-tools row wrap">
            <Pager page={page} pages={pages} kind="button" onPage={setPage} />
          </div>
        )
      }
    >
      {shown.map(({ key, runs }) => (
        <tr key={key} data-testid="curve-row">
          {varied.map((field) => (
            <td key={field.path}>{valueText(runs[0]?.point[field.path], field)}</td>
          ))}
          {measures.map((measure) => (
            <td key={measure.path}>{meanText(runs, measure)}</td>
          ))}
          {measures.length === 1 && measures[0] && <td>{rangeText(runs, measures[0])}</td>}
          <td className="curve-run-links">
            {runs.map((line) => (
              <RunLink key={line.key} line={line} varied={varied} onOpen={onOpen} />
            ))}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Button that opens one run in the Lab, followed by its warnings. */
function RunLink({
  line,
  varied,
  onOpen,
}: {
  line: CaseLine;
  varied: readonly Field[];
  onOpen(line: CaseLine): void;
}) {
  const place = varied.map((field) => valueText(line.point[field.path], field)).join(', ');
  const failed = 'error' in line;
  const label = POINT_TABLE.openRun(place, line.seed);
  return (
    <>
      <Button
        kind={failed ? 'link failed' : 'link'}
        title={failed ? line.error : POINT_TABLE.open}
        label={failed ? POINT_TABLE.failed(label, line.error) : label}
        onClick={() => onOpen(line)}
      >
        {line.seed}
        {failed && ' ✕'}
      </Button>{' '}
      <WarningSign warnings={warningsOf(line)} />
    </>
  );
}

function pointsOf(lines: readonly CaseLine[]): { key: string; runs: CaseLine[] }[] {
  const points = new Map<string, CaseLine[]>();
  for (const line of lines) {
    const key = JSON.stringify(line.point);
    const runs = points.get(key);
    if (runs) runs.push(line);
    else points.set(key, [line]);
  }
  return [...points].map(([key, runs]) => ({ key, runs }));
}

function valuesOf(runs: readonly CaseLine[], { path }: Measure): number[] {
  return runs.map((line) => measured(line, path)).filter((value) => value !== null);
}

function meanText(runs: readonly CaseLine[], measure: Measure): string {
  const values = valuesOf(runs, measure);
  return values.length === 0 ? '–' : intervalText(intervalOf(values), measure);
}

function rangeText(runs: readonly CaseLine[], measure: Measure): string {
  const values = valuesOf(runs, measure);
  if (values.length < 2) return '–';
  const { min, max } = intervalOf(values);
  const text = (value: number): string => quantityText(value, measure.quantity, 3);
  return `${text(min)} … ${text(max)}`;
}

function valueText(value: unknown, field: Field): string {
  if (typeof value === 'number') return figure(value, field.unit, 4);
  return typeof value === 'string'
    ? wordLabel(value, field)
    : value === undefined
      ? '–'
      : JSON.stringify(value);
}
