/** Table with a head of one row, in an area that scrolls. */
import type { ComponentProps, ReactNode } from 'react';

interface Props extends ComponentProps<'table'> {
  /** Class of the area. */
  area?: string;
  /** Accessible name of the area, which the keyboard reaches; without it, only the pointer scrolls. */
  name?: string;
  caption?: ReactNode;
  /** Contents of the head, in the order of the columns. */
  heads: readonly ReactNode[];
  /** Content of the area below the table. */
  below?: ReactNode;
}

/** Table whose rows are its children. */
export function Table({ area, name, caption, heads, below, children, ...table }: Props) {
  const region = name === undefined ? {} : { role: 'region', tabIndex: 0, 'aria-label': name };
  return (
    <div className={area} {...region}>
      <table {...table}>
        {caption}
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th key={i} scope="col" children={head} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {below}
    </div>
  );
}
