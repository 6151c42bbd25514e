/** The visible data of a chart as a table in pages. The table shows the data of the time when it was opened or refreshed. */
import { useEffect, useRef, useState } from 'react';
import { Table } from '../ui/Table';
import { Button } from '../ui/Button';
import type { Picture } from './picture';
import { titleOf } from './chart';
import { figure, fixedFor } from '../plot/format';
import { TABLE } from './lazyStrings';
import { Pager, pageOf, pagesOf } from '../ui/Pager';
import {
  distributionTable,
  EMPTY_TABLE,
  PAGE_ROWS,
  tableOf,
  type DistributionTable,
  type Table as Data,
} from './table';

interface Props {
  picture: () => Picture | null;
}

/** Table of the data of a picture, with a button that reads the picture again. */
export function DataTable({ picture }: Props) {
  const [snapshot, setSnapshot] = useState(() => take(picture()));
  const [page, setPage] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  // The table of the lowest chart would open below the visible part of the page.
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const refresh = (): void => {
    setSnapshot(take(picture()));
    setPage(0);
  };
  const { table, title, distribution } = snapshot;
  const pages = pagesOf(table.rows, PAGE_ROWS);
  const rows = pageOf(table.rows, page, PAGE_ROWS);
  const step_s = rows[0] ? ((rows[0][1] ?? 0) - (rows[0][0] ?? 0)) / 10 : 1;
  return (
    <div className="chart-table" ref={root}>
      <div className="chart-table-bar row spaced">
        <Button kind="chart-tool" onClick={refresh} text={TABLE.refresh} />
        <Pager page={page} pages={pages} rows={table.rows.length} kind="chart-tool" onPage={setPage} />
      </div>
      <Table
        area="chart-table-scroll"
        name={TABLE.name(title)}
        caption={<caption className="chart-hidden-text">{title}</caption>}
        heads={table.headers}
      >
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((value, i) => (
              <td key={table.names[i]}>
                {i < 2 ? fixedFor(value, step_s) : (table.words[i]?.[value] ?? figure(value))}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {distribution && distribution.groups.length > 0 && (
        <Distribution distribution={distribution} title={title} />
      )}
    </div>
  );
}

/** Delays that shares of the packets of each group exceed over the measured time. */
function Distribution({ distribution, title }: { distribution: DistributionTable; title: string }) {
  const name = TABLE.distribution(title);
  return (
    <Table
      area="chart-table-scroll"
      name={name}
      caption={<caption className="chart-hidden-text">{name}</caption>}
      heads={[TABLE.share, ...distribution.groups.map(TABLE.above)]}
    >
      {distribution.rows.map(({ share, delays_s }) => (
        <tr key={share}>
          <td>{figure(Number((100 * share).toPrecision(1)))}</td>
          {delays_s.map((delay_s, i) => (
            <td key={distribution.groups[i]}>{figure(delay_s)}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

/** Copies the data out of the frame, whose memory is reused. */
function take(picture: Picture | null): {
  table: Data;
  title: string;
  distribution: DistributionTable | null;
} {
  if (!picture) return { table: EMPTY_TABLE, title: '', distribution: null };
  const { chart, frame, hidden } = picture;
  return {
    table: tableOf(chart, frame, hidden),
    title: titleOf(chart),
    distribution: distributionTable(chart, frame, hidden),
  };
}
