/** Table of all values of a chart; its rows are made when it is opened. */
import { useState } from 'react';
import type { Chart } from '../types/papers';
import type { Curve } from './curves';
import { rowsOf } from './table';
import { axisText, pointText, xText } from './format';
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
    <div className="figure-rows" role="region" aria-label={STRINGS.tableOf(chart.title)} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{axisText(chart.x)}</th>
            {curves.map(({ series }) => (
              <th key={series.id} scope="col">
                {series.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
      {rows.length > MAX_ROWS && <p className="note">{STRINGS.tableCut(MAX_ROWS, rows.length)}</p>}
    </div>
  );
}
