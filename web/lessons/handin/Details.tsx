/** One receipt in full: its answers with drawn curves, its tables, and its runs with the result of the replay. */
import { useId } from 'react';
import { significantText } from '../../plot/format';
import { svgOnPage, type Drawing } from '../../plot/drawing';
import { useTheme } from '../../plot/useTheme';
import { Dialog } from '../../ui/Dialog';
import { Table } from '../../ui/Table';
import type { Lesson } from '../format/lesson';
import { seriesDrawing } from './curves';
import type { Grade } from './grades';
import { answerDrawing } from './html';
import type { Mark, RunCheck } from './judging';
import { correctText, partsOf, wordsOf, type Part } from './outline';
import type { RunRecord } from './runRecord';
import { DETAILS, GRADES, MARK, PAGE, SIGN } from './strings';

interface Props {
  lesson: Lesson;
  grade: Grade;
  onClose(): void;
}

/** Dialog with one receipt. */
export function Details({ lesson, grade, onClose }: Props) {
  const { receipt, file, remarks, marks, checks } = grade;
  return (
    <Dialog title={receipt.student === '' ? file : receipt.student} open onClose={onClose} width={760}>
      <div className="grading-details">
        <p className="note">{DETAILS.head(file, receipt.saved, receipt.lesson.checksum)}</p>
        {remarks.map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
        {partsOf(lesson).map((part, i) => (
          <PartDetails key={part.id} part={part} mark={marks[i]} grade={grade} />
        ))}
        {receipt.runs.length > 0 && <h3>{PAGE.runs}</h3>}
        {receipt.runs.map((run, i) => (
          <RunDetails key={i} run={run} index={i} check={checks[i]} />
        ))}
      </div>
    </Dialog>
  );
}

function PartDetails({ part, mark, grade }: { part: Part; mark: Mark | undefined; grade: Grade }) {
  const { receipt, checks } = grade;
  const theme = useTheme();
  const rows = part.kind === 'data' ? (receipt.tables.findLast(({ id }) => id === part.id)?.rows ?? []) : [];
  const given = 'answer' in part ? receipt.answers.findLast(({ id }) => id === part.id) : undefined;
  // The curve of a replayed run replaces that of the receipt.
  const runs = receipt.runs.map((run, i) => checks[i]?.replay?.own ?? run);
  const drawing = 'answer' in part && given ? answerDrawing(part, given, runs, theme) : null;
  const right = 'answer' in part && mark?.state === 'wrong' ? correctText(part.answer) : null;
  return (
    <section>
      <h3>
        {PAGE.kinds[part.kind]} {part.id}
      </h3>
      <p>{wordsOf(part.text)}</p>
      {mark && (
        <p data-state={mark.state}>
          <span aria-hidden="true">{SIGN[mark.state]}</span> {mark.text} ({GRADES.states[mark.state]})
        </p>
      )}
      {mark && mark.note !== '' && <p className="grading-note">{mark.note}</p>}
      {right !== null && <p className="note">{PAGE.correct(right)}</p>}
      {drawing && <Picture drawing={drawing} />}
      {part.kind === 'data' && rows.length > 0 && (
        <Table
          area="lesson-scroll"
          name={part.id}
          className="lesson-table"
          heads={[...part.columns.map(({ label, measure }) => label || measure), PAGE.run]}
        >
          {rows.map(({ cells, run }, i) => (
            <tr key={i}>
              {cells.map((cell, j) => (
                <td key={j}>{cell}</td>
              ))}
              <td>{run === null ? '' : PAGE.number(run)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function RunDetails({ run, index, check }: { run: RunRecord; index: number; check: RunCheck | undefined }) {
  const theme = useTheme();
  const drawings = run.series.flatMap((series) => seriesDrawing(series, theme) ?? []);
  const state = check?.state ?? 'waiting';
  const isWrong = state === 'differs' || state === 'foreign' || state === 'refused';
  return (
    <section>
      <h4>{PAGE.number(index)}</h4>
      <p data-state={state === 'genuine' ? 'right' : isWrong ? 'wrong' : 'claimed'}>
        {state === 'genuine' ? DETAILS.genuine : MARK.unconfirmed[state]}
      </p>
      <p className="note">{PAGE.facts(run)}</p>
      <ul className="note">
        {run.measures.map(([path, value], i) => (
          <li key={i}>{DETAILS.measure(path, value === null ? PAGE.none : significantText(value, 6))}</li>
        ))}
      </ul>
      <p>
        <a href={`#${run.link.replace(/&.*$/, '')}&t=${run.t_s}&play=0`}>{PAGE.open}</a>
      </p>
      {drawings.map((drawing, i) => (
        <Picture key={i} drawing={drawing} />
      ))}
    </section>
  );
}

function Picture({ drawing }: { drawing: Drawing }) {
  const id = useId();
  const theme = useTheme();
  // The SVG renderer escapes every text.
  return (
    <div className="grading-picture" dangerouslySetInnerHTML={{ __html: svgOnPage(drawing, theme, id) }} />
  );
}
