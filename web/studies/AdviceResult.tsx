/** Result of the advisor: the answer, the simulated sizes as curves, rules for buffer sizing, and warnings. */
import { useMemo } from 'react';
import { useLab } from '../lab/context';
import { titleOf } from '../lab/title';
import type { Scenario } from '../scenario/types';
import type { AdviceState } from '../sweep/advice';
import type { Advice, MeasuredSize, Size } from '../sweep/advice-types';
import type { CaseLine } from '../types/engine';
import {
  answerText,
  confidenceText,
  drainText,
  statisticText,
  lengthText,
  limitText,
  targetLines,
  sizeText,
} from './adviceText';
import { Table } from '../ui/Table';
import { Boundary } from '../ui/Boundary';
import { Button } from '../ui/Button';
import { BOUNDARY } from '../ui/strings';
import { commandFor } from './adviceRequest';
import { EstimateRange } from './EstimateRange';
import { answerClass, Preliminary } from './Preliminary';
import { integer } from '../ui/language';
import { ADVICE } from './lazyStrings';
import { CurvePanel } from './CurvePanel';
import { curvesOf, numericValues } from './data';
import { DEFAULT_VIEW } from './viewSettings';
import type { Measure } from './measures';
import { fieldAt, measureAt, type Choices } from './choices';
import { PointTable } from './PointTable';
import { RunWarnings } from './RunWarnings';
import { saveText } from './save';
import { stemOf } from '../url/file';
import { figure } from '../controls/quantity';
import { useTheme } from '../plot/useTheme';

interface Props {
  state: AdviceState;
  choices: Choices;
  onOpen(line: CaseLine): void;
  /** Opens the experiment with the buffer of the answer. */
  onUse(size: Size): void;
  onLongEnough(): void;
}

/** Shows what the search has found so far; before it starts, what to do. */
export function AdviceResult({ state, choices, onOpen, onUse, onLongEnough }: Props) {
  const { advice, lines, phase, question } = state;
  const measures = useMemo(
    () => [...new Set(advice?.targets.map(({ measure }) => measure))].map((path) => measureAt(choices, path)),
    [advice?.targets, choices],
  );
  const title = useLab((s) => titleOf((question?.scenario ?? null) as Scenario | null, s));
  if (!advice || !question) return <EmptyState phase={phase} />;
  const field = fieldAt(choices, advice.path);
  const isOver = phase === 'done';
  const { answer } = advice;
  return (
    <>
      <Preliminary trust={advice} busy={phase === 'running'} onLongEnough={onLongEnough} />
      <p
        className={answer ? answerClass(advice) : 'advice-answer preliminary'}
        data-testid="advice-answer"
        role="status"
      >
        {answerText(advice, choices, isOver)}
      </p>
      {answer && (
        <p>
          {confidenceText(answer, advice, choices)} {lengthText(advice)}
          {phase === 'running' && ADVICE.comparing}
        </p>
      )}
      {answer && (
        <div className="row wrap">
          <Button primary={advice.preliminary.length === 0} onClick={() => onUse(answer)}>
            {ADVICE.apply(limitText(answer, advice.path))}
          </Button>
        </div>
      )}
      {advice.estimate && <EstimateRange advice={advice} estimate={advice.estimate} />}
      {advice.warnings.length > 0 && (
        <ul className="advice-warnings" aria-label={ADVICE.warnings}>
          {advice.warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {(lines.length > 0 || advice.scaled.length > 0) && (
        <div className={measures.length > 1 ? 'curve-panels many' : 'curve-panels'}>
          {measures.map((measure) => (
            <SizeCurve key={measure.path} {...{ advice, lines, measure, choices, onOpen }} />
          ))}
        </div>
      )}
      <Rules advice={advice} measures={measures} />
      <OtherFlows advice={advice} measures={measures} />
      <RunWarnings lines={lines} />
      {lines.length > 0 && (
        <Boundary part={BOUNDARY.parts.table} resetOn={[lines]}>
          <PointTable lines={lines} varied={[field]} measures={measures} onOpen={onOpen} />
        </Boundary>
      )}
      {isOver && (
        <div className="curve-tools row wrap">
          <Button
            onClick={() =>
              saveText(
                `${stemOf(title) || 'experiment'}-advice.json`,
                `${JSON.stringify(advice, null, 2)}\n`,
                'application/json',
              )
            }
          >
            {ADVICE.save}
          </Button>
        </div>
      )}
      {isOver && (
        <details className="advice-again">
          <summary>{ADVICE.command}</summary>
          <p className="note">{ADVICE.commandHelp}</p>
          <code data-testid="advice-command">{commandFor(question)}</code>
        </details>
      )}
    </>
  );
}

function EmptyState({ phase }: { phase: AdviceState['phase'] }) {
  return (
    <div className="curve-empty">
      <p className="note">{phase === 'refused' ? ADVICE.refused : ADVICE.idle}</p>
    </div>
  );
}

interface CurveProps {
  advice: Advice;
  lines: readonly CaseLine[];
  measure: Measure;
  choices: Choices;
  onOpen(line: CaseLine): void;
}

/** A measure over the simulated sizes, with its target and the answer. */
function SizeCurve({ advice, lines, measure, choices, onOpen }: CurveProps) {
  const theme = useTheme();
  const set = useMemo(() => curvesOf(lines, advice.path, measure.path), [lines, advice.path, measure.path]);
  const xs = useMemo(() => {
    const whole = numericValues(lines, advice.path);
    const all = [...whole, ...advice.scaled.map(({ limit }) => limit)];
    return [...new Set(all)].sort((a, b) => a - b);
  }, [lines, advice]);
  const parts = useMemo(
    () => ({
      set,
      measure,
      field: fieldAt(choices, advice.path),
      settings: { ...DEFAULT_VIEW, x: 'log' as const },
      models: targetLines(advice, measure, xs),
      xs,
      theme,
    }),
    [set, measure, choices, advice, xs, theme],
  );
  return (
    <Boundary part={BOUNDARY.parts.chart(measure.label)} resetOn={[parts]}>
      <CurvePanel parts={parts} height={280} fields={choices.fields} onOpen={onOpen} />
    </Boundary>
  );
}

/** Table cell with a check mark or a cross, and the word. */
function Verdict({ met }: { met: boolean }) {
  return (
    <td className={met ? 'advice-met' : 'advice-missed'}>
      <span aria-hidden="true">{met ? '✓' : '✗'}</span> {met ? ADVICE.yes : ADVICE.no}
    </td>
  );
}

interface TableProps {
  advice: Advice;
  measures: readonly Measure[];
}

/** Table of the answer and of the rules for buffer sizing, each simulated. */
function Rules({ advice, measures }: TableProps) {
  const { rules, answer } = advice;
  if (rules.length === 0 && !answer) return null;
  const row = (label: string, source: string, size: MeasuredSize, met: boolean) => (
    <tr key={label} className={label === ADVICE.answerRow ? 'advice-row' : undefined}>
      <th scope="row" title={source}>
        {label}
      </th>
      <td>{sizeOnly(size, advice.path)}</td>
      <td>{drainText(size)}</td>
      <td>{figure(size.bytes, 'B')}</td>
      <MeasureCells figures={size.figures} measures={measures} />
      <Verdict met={met} />
    </tr>
  );
  return (
    <Table
      area="curve-rows"
      name={ADVICE.rules}
      data-testid="advice-rules"
      caption={<caption>{ADVICE.rulesCaption}</caption>}
      heads={[
        ...[ADVICE.rule, ADVICE.buffer, ADVICE.drain, ADVICE.memory],
        ...measures.map(({ label }) => label),
        ADVICE.meetsTargets,
      ]}
    >
      {answer && row(ADVICE.answerRow, ADVICE.answerSource, answer, true)}
      {rules.map((rule) => row(rule.label, rule.source, rule, rule.met))}
    </Table>
  );
}

function OtherFlows({ advice, measures }: TableProps) {
  if (advice.other_flows.length === 0) return null;
  return (
    <Table
      area="curve-rows"
      name={ADVICE.otherFlows}
      data-testid="advice-flows"
      caption={<caption>{ADVICE.otherFlowsCaption(advice.flows)}</caption>}
      heads={[ADVICE.flows, ...measures.map(({ label }) => label), ADVICE.meetsTargets]}
    >
      {advice.other_flows.map(({ flows, figures, met }) => (
        <tr key={flows}>
          <th scope="row">{integer(flows)}</th>
          <MeasureCells figures={figures} measures={measures} />
          <Verdict met={met} />
        </tr>
      ))}
    </Table>
  );
}

function MeasureCells({ figures, measures }: Pick<MeasuredSize, 'figures'> & Pick<TableProps, 'measures'>) {
  return figures.map((one, i) => (
    <td key={one.measure}>{measures[i] ? statisticText(one, measures[i]) : ''}</td>
  ));
}

function sizeOnly(size: MeasuredSize, path: string): string {
  return sizeText(size, path).replace(/ \(.*$/, '');
}
