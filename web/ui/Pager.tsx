/** Buttons that turn the pages of a table. */
import { Button } from './Button';
import { PAGER } from './strings';

interface Props {
  /** Number of the page, from 0. */
  page: number;
  pages: number;
  /** Number of rows, if it is shown. */
  rows?: number;
  /** Class of the buttons. */
  kind: string;
  onPage(page: number): void;
}

/** Buttons to the previous and the next page, with the number of the page between them. */
export function Pager({ page, pages, rows, kind, onPage }: Props) {
  return (
    <>
      <Button kind={kind} disabled={page === 0} onClick={() => onPage(page - 1)} text={PAGER.previous} />
      <span role="status" className="note">
        {PAGER.page(page + 1, pages)}
        {rows !== undefined && PAGER.rows(rows)}
      </span>
      <Button kind={kind} disabled={page + 1 >= pages} onClick={() => onPage(page + 1)} text={PAGER.next} />
    </>
  );
}

/** Returns the rows of a page with `size` rows; pages count from 0. */
export function pageOf<T>(rows: readonly T[], page: number, size: number): readonly T[] {
  return rows.slice(page * size, (page + 1) * size);
}

/** Returns the number of pages with `size` rows each; at least 1. */
export function pagesOf(rows: readonly unknown[], size: number): number {
  return Math.max(1, Math.ceil(rows.length / size));
}
