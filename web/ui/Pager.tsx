/** Goes through the pages of a table. */
interface Props {
  /** From 0. */
  page: number;
  pages: number;
  /** Rows in all, where it is worth saying. */
  rows?: number;
  className: string;
  onPage(page: number): void;
}

export function Pager({ page, pages, rows, className, onPage }: Props) {
  return (
    <>
      <button type="button" className={className} disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span role="status" className="note">
        Page {page + 1} of {pages}
        {rows !== undefined && `, ${rows} rows`}
      </span>
      <button
        type="button"
        className={className}
        disabled={page + 1 >= pages}
        onClick={() => onPage(page + 1)}
      >
        Next
      </button>
    </>
  );
}

/** The rows of a page of so many, from 0. */
export function pageOf<T>(rows: readonly T[], page: number, size: number): readonly T[] {
  return rows.slice(page * size, (page + 1) * size);
}

/** How many pages of so many rows; one at least. */
export function pagesOf(rows: readonly unknown[], size: number): number {
  return Math.max(1, Math.ceil(rows.length / size));
}
