/** The runs that are there, a page at a time; each can be opened in the lab. */
import { useState } from 'react';
import { quantityText } from '../charts/format';
import { figure } from '../controls/quantity';
import { WarningSign } from '../controls/WarningSign';
import type { CaseLine } from '../types/engine';
import type { Field } from './fields';
import { measured, type Measure } from './measures';
import { warningsOf } from './warned';

const PAGE_ROWS = 30;

interface Props {
  lines: readonly CaseLine[];
  field: Field;
  measure: Measure;
  onOpen(line: CaseLine): void;
}

export function RunTable({ lines, field, measure, onOpen }: Props) {
  const [wanted, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(lines.length / PAGE_ROWS));
  const page = Math.min(wanted, pages - 1);
  const rows = lines.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
  return (
    <div className="sweep-rows" tabIndex={0} role="region" aria-label="Runs">
      <table>
        <thead>
          <tr>
            <th scope="col">{field.label.replace(/, .*/, '')}</th>
            <th scope="col">Seed</th>
            <th scope="col">{measure.label}</th>
            <th scope="col">
              <span className="visually-hidden">Open</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => (
            <tr key={line.key} data-testid="sweep-row">
              <td>{valueText(line.point[field.path], field)}</td>
              <td>{line.seed}</td>
              <td>
                {outcome(line, measure)} <WarningSign warnings={warningsOf(line)} />
              </td>
              <td>
                <button
                  type="button"
                  className="button quiet"
                  aria-label={`Open the run with ${valueText(line.point[field.path], field)}, seed ${line.seed}`}
                  onClick={() => onOpen(line)}
                >
                  Open
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pages > 1 && (
        <div className="sweep-buttons">
          <button type="button" className="button" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </button>
          <span className="note">
            Page {page + 1} of {pages}
          </span>
          <button
            type="button"
            className="button"
            disabled={page + 1 >= pages}
            onClick={() => setPage(page + 1)}
          >
            Next
          </button>
        </div>
      )}
    </div>
  );
}

function outcome(line: CaseLine, measure: Measure): string {
  if ('error' in line) return line.error;
  const value = measured(line, measure);
  return value === null ? '–' : quantityText(value, measure.quantity);
}

function valueText(value: unknown, { unit }: Field): string {
  return typeof value === 'number' ? figure(value, unit, 4) : JSON.stringify(value);
}
