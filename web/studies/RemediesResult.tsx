/** Result of a comparison of remedies: the best one in a sentence, a table with intervals, and the line for Linux. */
import { figure, percent } from '../controls/quantity';
import { useLab } from '../lab/context';
import { titleOf } from '../lab/title';
import type { Patch, Scenario } from '../scenario/types';
import { applyPatches } from '../scenario/patch';
import type { AdviceState } from '../sweep/advice';
import type { Comparison, Remedy } from '../sweep/advice-types';
import { Button } from '../ui/Button';
import { integer } from '../ui/language';
import { Table } from '../ui/Table';
import { stemOf } from '../url/file';
import { commandFor } from './adviceRequest';
import {
  boundOf,
  boundText,
  drainText,
  lengthText,
  statisticMeanText,
  targetText,
  valuesText,
} from './adviceText';
import { measureAt, type Choices } from './choices';
import { IntervalMark } from './IntervalMark';
import { ADVICE, REMEDIES } from './lazyStrings';
import type { Measure } from './measures';
import { answerClass, Preliminary } from './Preliminary';
import { saveText } from './save';

interface Props {
  state: AdviceState<Comparison>;
  choices: Choices;
  onOpen(scenario: unknown): void;
  onCompare(scenario: Scenario, baseline: Scenario): void;
  onLongEnough(): void;
}

/** Shows the comparison so far; before it starts, what to do. */
export function RemediesResult({ state, choices, onOpen, onCompare, onLongEnough }: Props) {
  const { advice: comparison, question, phase } = state;
  const title = useLab((s) => titleOf((question?.scenario ?? null) as Scenario | null, s));
  if (!comparison || !question || comparison.remedies.length === 0) {
    const text =
      phase === 'refused' ? REMEDIES.refused : phase === 'running' ? REMEDIES.running : REMEDIES.idle;
    return (
      <div className="curve-empty">
        <p className="note">{text}</p>
      </div>
    );
  }
  const [best] = comparison.remedies;
  const today = question.scenario as Scenario;
  const open = ({ id, queue }: Remedy): void => {
    const set: Patch[] = [{ path: comparison.path, value: queue }];
    if (id === 'today') onOpen(today);
    else onCompare(applyPatches(today, set), today);
  };
  return (
    <>
      <Preliminary trust={comparison} busy={phase === 'running'} onLongEnough={onLongEnough} />
      <p className={answerClass(comparison)} data-testid="remedies-answer" role="status">
        {answerOf(comparison, choices)}
      </p>
      <p>
        {notesOf(comparison, choices)}{' '}
        {comparison.confidence !== null &&
          REMEDIES.confidence(comparison.runs, percent(comparison.confidence))}{' '}
        {lengthText(comparison)}
      </p>
      {best?.tc != null && (
        <p>
          {REMEDIES.tcHelp} <code data-testid="remedies-tc">{best.tc}</code>
        </p>
      )}
      {comparison.warnings.length > 0 && (
        <ul className="advice-warnings" aria-label={ADVICE.warnings}>
          {comparison.warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <RemedyTable comparison={comparison} choices={choices} onOpen={open} />
      {phase === 'done' && (
        <>
          <div className="curve-tools row wrap">
            <Button onClick={() => saveComparison(title, comparison)}>{REMEDIES.save}</Button>
          </div>
          <details className="advice-again">
            <summary>{ADVICE.command}</summary>
            <p className="note">{ADVICE.commandHelp}</p>
            <code data-testid="remedies-command">{commandFor(question)}</code>
          </details>
        </>
      )}
    </>
  );
}

function answerOf({ targets, remedies, meets_targets }: Comparison, choices: Choices): string {
  const [best] = remedies;
  if (!best) return '';
  const wanted = targets.map((target) => targetText(target, choices));
  const values = valuesText(best, choices);
  return meets_targets
    ? REMEDIES.best(best.label, wanted, values)
    : REMEDIES.none(wanted, best.label, values);
}

/** Returns which remedies are as good as the best one, and what today's queue gives. */
function notesOf({ remedies }: Comparison, choices: Choices): string {
  const equal = remedies.filter(({ standing }) => standing === 'as_good').map(({ label }) => label);
  const today = remedies.find(({ id }) => id === 'today');
  return [
    ...(equal.length > 0 ? [REMEDIES.equal(equal)] : []),
    ...(today && today !== remedies[0] ? [REMEDIES.today(valuesText(today, choices))] : []),
  ].join(' ');
}

function saveComparison(title: string, comparison: Comparison): void {
  const name = `${stemOf(title) || 'experiment'}-remedies.json`;
  saveText(name, `${JSON.stringify(comparison, null, 2)}\n`, 'application/json');
}

interface TableProps {
  comparison: Comparison;
  choices: Choices;
  onOpen(remedy: Remedy): void;
}

function RemedyTable({ comparison, choices, onOpen }: TableProps) {
  const { remedies, targets } = comparison;
  const measures = targets.map(({ measure }) => measureAt(choices, measure));
  return (
    <Table
      area="curve-rows"
      name={REMEDIES.table}
      className="remedies"
      data-testid="remedies-table"
      caption={<caption>{REMEDIES.caption}</caption>}
      heads={[
        REMEDIES.remedy,
        REMEDIES.standing,
        REMEDIES.runs,
        ...targets.map((target, i) => headOf(measures[i]!, boundText(target, measures[i]!))),
        ADVICE.meetsTargets,
        REMEDIES.room,
      ]}
    >
      {remedies.map((remedy) => (
        <tr key={remedy.id} className={remedy.standing === 'best' ? 'advice-row' : undefined}>
          <th scope="row" title={remedy.source}>
            <Button kind="link" aria-label={REMEDIES.openIn(remedy.label)} onClick={() => onOpen(remedy)}>
              {remedy.label}
            </Button>
          </th>
          <td>{REMEDIES.standings[remedy.standing]}</td>
          <td>{remedy.figures[0] && integer(remedy.figures[0].n)}</td>
          {targets.map((target, i) => (
            <td key={target.measure + String(i)}>
              <IntervalMark
                all={remedies.flatMap(({ figures }) => figures[i] ?? [])}
                one={remedy.figures[i]}
                bound={boundOf(target)}
              />
              {remedy.figures[i] && statisticMeanText(remedy.figures[i], measures[i]!)}
            </td>
          ))}
          <td className={remedy.met ? 'advice-met' : 'advice-missed'}>
            <span aria-hidden="true">{remedy.met ? '✓' : '✗'}</span> {remedy.met ? ADVICE.yes : ADVICE.no}
          </td>
          <td>{roomText(remedy)}</td>
        </tr>
      ))}
    </Table>
  );
}

function headOf({ label, owner }: Measure, bound: string) {
  return (
    <span title={owner}>
      {label}
      <br />
      <span className="note">{REMEDIES.target(bound)}</span>
    </span>
  );
}

function roomText({ packets, bytes, drain_s }: Remedy): string {
  if (packets === null || bytes === null || drain_s === null) return REMEDIES.noRoom;
  return REMEDIES.roomOf(
    figure(Math.round(packets), 'packets', 5),
    figure(bytes, 'B', 4),
    drainText({ limit: 0, packets, bytes, drain_s }),
  );
}
