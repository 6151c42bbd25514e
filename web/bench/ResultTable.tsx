/** Table of the results: a row per case. */
import { Table } from '../ui/Table';
import type { Row } from './benchmark';
import { cellsOf } from './report';
import { TABLE } from './strings';

/** Table of all cases, also of those without a result. */
export function ResultTable({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      area="bench-table"
      name={TABLE.caption}
      heads={TABLE.heads}
      below={<p className="note">{TABLE.about}</p>}
    >
      {rows.map((row) => (
        <tr key={row.item.name}>
          <th scope="row">{row.item.name}</th>
          <Cells row={row} />
        </tr>
      ))}
    </Table>
  );
}

function Cells({ row }: { row: Row }) {
  if (row.state === 'done') return cellsOf(row.result).map((cell, i) => <td key={i}>{cell}</td>);
  const text = { waiting: TABLE.notRun, running: TABLE.running, failed: TABLE.failed }[row.state];
  return (
    <td colSpan={TABLE.heads.length - 1}>
      {text}
      {row.state === 'failed' && `: ${row.message}`}
    </td>
  );
}
