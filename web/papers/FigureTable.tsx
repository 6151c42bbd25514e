/** All figures of a chart, for those who read rather than look; made when it is opened. */
import { useState } from 'react';
import type { Chart } from './artefact';
import type { Curve } from './curves';
import { rowsOf } from './table';
import { axisText, pointText, xText } from './words';

/** More are in the file. */
const MOST_ROWS = 400;

export function FigureTable({ chart, curves }: { chart: Chart; curves: readonly Curve[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="figure-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Table</summary>
      {isOpen && <TableOf chart={chart} curves={curves} />}
    </details>
  );
}

function TableOf({ chart, curves }: { chart: Chart; curves: readonly Curve[] }) {
  const rows = rowsOf(curves);
  return (
    <div className="figure-rows" role="region" aria-label={`${chart.title}: table`} tabIndex={0}>
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
          {rows.slice(0, MOST_ROWS).map(({ x, cells }) => (
            <tr key={x}>
              <th scope="row">{xText(x, { ...chart.x, unit: '' })}</th>
              {cells.map(({ kept, live }, i) => (
                <td key={i}>
                  {kept ? pointText(kept, { ...chart.y, unit: '' }) : ''}
                  {live && <span className="note"> here {pointText(live, { ...chart.y, unit: '' })}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && (
        <p className="note">
          The first {MOST_ROWS} of {rows.length.toLocaleString('en')} rows; the CSV file has all.
        </p>
      )}
    </div>
  );
}
