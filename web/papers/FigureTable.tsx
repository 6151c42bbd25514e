/** Table of all values of a chart; its rows are made when it is opened. */
import { useState } from 'react';
import type { Chart } from '../types/papers';
import type { Curve } from './curves';
import { rowsOf } from './table';
import { axisText, pointText, xText } from './format';
import { Table } from '../ui/Table';
import { CHART as STRINGS } from './strings';

/** Largest number of rows; the CSV file has all. */
const MAX_ROWS = 400;

/** Collapsed section with the table. */
export function FigureTable({ chart, curves }: { chart: Chart; curves: readonly Curve[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="figure-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{STRINGS.table}</summary>
      {isOpen && <TableOf chart={chart} curves={curves} />}
    </details>
  );
}

function TableOf({ chart, curves }: { chart: Chart; curves: readonly Curve[] }) {
  const rows = rowsOf(curves);
  return (
    <Table
      area="figure-rows"
      name={STRINGS.tableOf(chart.title)}
      heads={[axisText(chart.x), ...curves.map(({ series }) => series.label)]}
      below={rows.length > MAX_ROWS && <p className="note">{STRINGS.tableCut(MAX_ROWS, rows.length)}</p>}
    >
      {rows.slice(0, MAX_ROWS).map(({ x, cells }) => (
        <tr key={x}>
          <th scope="row">{xText(x, { ...chart.x, unit: '' })}</th>
          {cells.map(({ stored, live }, i) => (
            <td key={i}>
              {stored ? pointText(stored, { ...chart.y, unit: '' }) : ''}
              {live && (
                <span className="note"> {STRINGS.live(pointText(live, { ...chart.y, unit: '' }))}</span>
              )}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
