/** The table of grades: students in rows, the parts of the lesson in columns. */
import { Button } from '../../ui/Button';
import { Table } from '../../ui/Table';
import type { Lesson } from '../format/lesson';
import { rightOf, runCounts, type Grade } from './grades';
import type { Mark } from './judging';
import { headOf, partsOf, wordsOf } from './outline';
import { GRADES, GRADING, PAGE, SIGN } from './strings';

interface Props {
  lesson: Lesson;
  grades: readonly Grade[];
  onOpen(row: number): void;
  onRemove(row: number): void;
}

/** Table in an area that scrolls sideways. */
export function GradeTable({ lesson, grades, onOpen, onRemove }: Props) {
  const parts = partsOf(lesson);
  const heads = [
    GRADES.student,
    GRADES.right,
    GRADES.runs,
    ...parts.map((part) => (
      <span key={part.id} title={wordsOf(part.text)}>
        <span className="note">
          {PAGE.kinds[part.kind]} {part.id}
        </span>
        <span className="grading-words">{headOf(part)}</span>
      </span>
    )),
    GRADES.remarks,
    <span key="actions" className="visually-hidden">
      {GRADING.actions}
    </span>,
  ];
  return (
    <Table area="grading-table" name={GRADING.table} heads={heads}>
      {grades.map((grade, row) => (
        <Row
          key={row}
          grade={grade}
          parts={parts.length}
          onOpen={() => onOpen(row)}
          onRemove={() => onRemove(row)}
        />
      ))}
    </Table>
  );
}

interface RowProps {
  grade: Grade;
  parts: number;
  onOpen(): void;
  onRemove(): void;
}

function Row({ grade: { receipt, file, marks, checks, remarks }, parts, onOpen, onRemove }: RowProps) {
  const name = receipt.student === '' ? file : receipt.student;
  const { genuine, wrong, all } = runCounts(checks);
  return (
    <tr>
      <th scope="row">
        <button type="button" className="link" title={file} onClick={onOpen}>
          {name}
        </button>
      </th>
      <td>{GRADING.of(rightOf(marks), parts)}</td>
      <td data-state={wrong > 0 ? 'wrong' : undefined}>{GRADING.genuine(genuine, wrong, all)}</td>
      {marks.map((mark, i) => (
        <MarkCell key={i} mark={mark} />
      ))}
      {marks.length === 0 && parts > 0 && <td colSpan={parts} />}
      <td className="grading-remarks">{remarks.join(' ')}</td>
      <td>
        <Button quiet icon="close" label={GRADING.remove(name)} onClick={onRemove} />
      </td>
    </tr>
  );
}

function MarkCell({ mark: { state, text, note, isForged } }: { mark: Mark }) {
  return (
    <td data-state={state} title={[text, note].filter(Boolean).join('. ')}>
      <span className="grading-cell">
        <span aria-hidden="true">{SIGN[state]}</span>
        <span className="visually-hidden">{GRADES.states[state]}: </span>
        <span className="grading-text">{text}</span>
        {isForged && <span className="grading-flag">{GRADING.forged}</span>}
      </span>
    </td>
  );
}
