/** Form in which the user says which columns of a table are read, if its heading does not say it. */
import { useState } from 'react';
import type { Content } from '../engine/protocol';
import { Button } from '../ui/Button';
import { Select } from '../ui/Select';
import { COLUMNS } from './lazyStrings';

/** Contents that are tables. */
export type TableContent = Extract<Content, 'packets' | 'rates'>;

interface Props {
  /** Names of the columns, as the engine quotes them. */
  heading: readonly string[];
  /** Contents that the table may have. */
  contents: readonly TableContent[];
  /** Takes the numbers of the columns of time and amount, counted from 1, such as `2,5`. */
  onChoose(content: TableContent, columns: string): void;
}

/** Fieldset with the columns of time and amount. It has no form of its own, since it may stand in one. */
export function ChooseColumns({ heading, contents, onChoose }: Props) {
  const [content, setContent] = useState(contents[0]!);
  // No column is chosen for the user: a row number, for example, would be read as a time.
  const [time, setTime] = useState('');
  const [amount, setAmount] = useState('');
  const names = [
    ['', COLUMNS.choose] as const,
    ...heading.map((name, i) => [String(i + 1), COLUMNS.column(i + 1, name)] as const),
  ];
  const isSame = time !== '' && time === amount;
  return (
    <fieldset className="columns-choice column">
      <legend>{COLUMNS.title}</legend>
      {contents.length > 1 && (
        <label className="row spaced">
          {COLUMNS.content}
          <Select<TableContent> value={content} onChoose={setContent} texts={COLUMNS.contents} />
        </label>
      )}
      <label className="row spaced">
        {COLUMNS.time}
        <Select value={time} onChoose={setTime} options={names} />
      </label>
      <label className="row spaced">
        {COLUMNS.amount[content]}
        <Select value={amount} onChoose={setAmount} options={names} />
      </label>
      {isSame && (
        <p className="problem" role="alert">
          {COLUMNS.same}
        </p>
      )}
      <Button
        primary
        disabled={time === '' || amount === '' || isSame}
        onClick={() => onChoose(content, `${time},${amount}`)}
        text={COLUMNS.read}
      />
    </fieldset>
  );
}
