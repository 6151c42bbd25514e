/** What the advisor found: the answer, the curve that it saw, the rules of thumb beside it, and what to beware of. */
import { useMemo } from 'react';
import type { AdviceState } from '../study/advice';
import type { Advice, MeasuredSize } from '../study/advice-types';
import type { CaseLine } from '../types/engine';
import {
  answerText,
  confidenceText,
  drainText,
  figureText,
  lengthText,
  targetLines,
  sizeText,
} from './adviceText';
import { commandFor } from './adviceRequest';
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
import { useTheme } from './useTheme';

interface Props {
  state: AdviceState;
  choices: Choices;
  onOpen(line: CaseLine): void;
}

export function AdviceResult({ state, choices, onOpen }: Props) {
  const { advice, lines, phase, question } = state;
  const measures = useMemo(
    () => [...new Set(advice?.targets.map(({ measure }) => measure))].map((path) => measureAt(choices, path)),
    [advice?.targets, choices],
  );
  if (!advice || !question) return <Nothing phase={phase} />;
  const field = fieldAt(choices, advice.path);
  const isOver = phase === 'done';
  return (
    <>
      <p className="advice-answer" data-testid="advice-answer" role="status">
        {answerText(advice, choices, isOver)}
      </p>
      {advice.answer && (
        <p>
          {confidenceText(advice.answer, advice, choices)} {lengthText(question)}
          {!isOver && phase === 'running' && ' The rest says how it compares.'}
        </p>
      )}
      {advice.warnings.length > 0 && (
        <ul className="advice-warnings" aria-label="Warnings">
          {advice.warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <div className={measures.length > 1 ? 'curve-panels many' : 'curve-panels'}>
          {measures.map((measure) => (
            <Seen key={measure.path} {...{ advice, lines, measure, choices, onOpen }} />
          ))}
        </div>
      )}
      <Rules advice={advice} measures={measures} />
      <OtherFlows advice={advice} measures={measures} />
      <RunWarnings lines={lines} />
      {lines.length > 0 && <PointTable lines={lines} varied={[field]} measures={measures} onOpen={onOpen} />}
      {isOver && (
        <div className="curve-tools">
          <button
            type="button"
            className="button"
            onClick={() =>
              saveText(fileOf(state), `${JSON.stringify(advice, null, 2)}\n`, 'application/json')
            }
          >
            Save the advice as JSON
          </button>
        </div>
      )}
      {isOver && (
        <details className="advice-again">
          <summary>The same in a terminal</summary>
          <p className="note">
            Save the experiment from the Lab as scenario.json. The answer is the same, figure for figure.
          </p>
          <code data-testid="advice-command">{commandFor(question)}</code>
        </details>
      )}
    </>
  );
}

function fileOf({ question }: AdviceState): string {
  const scenario = question?.scenario as { title?: string } | undefined;
  return `${stemOf(scenario?.title ?? '') || 'experiment'}-advice.json`;
}

function Nothing({ phase }: { phase: AdviceState['phase'] }) {
  return (
    <div className="curve-nothing">
      <p className="note">
        {phase === 'refused'
          ? 'This cannot be asked; what is wrong stands beside the form.'
          : 'Say what the buffer is to do, and ask. Sizes are simulated here until the smallest one is known; it is then checked with other seeds.'}
      </p>
    </div>
  );
}

interface SeenProps {
  advice: Advice;
  lines: readonly CaseLine[];
  measure: Measure;
  choices: Choices;
  onOpen(line: CaseLine): void;
}

/** A measure over the sizes that were run, with what is wanted of it and the answer. */
function Seen({ advice, lines, measure, choices, onOpen }: SeenProps) {
  const theme = useTheme();
  const set = useMemo(() => curvesOf(lines, advice.path, measure.path), [lines, advice.path, measure.path]);
  const xs = useMemo(() => numericValues(lines, advice.path), [lines, advice.path]);
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
  return <CurvePanel parts={parts} height={280} fields={choices.fields} onOpen={onOpen} />;
}

/** A tick or a cross, with the word. */
function Verdict({ met }: { met: boolean }) {
  return (
    <td className={met ? 'advice-met' : 'advice-missed'}>
      <span aria-hidden="true">{met ? '✓' : '✗'}</span> {met ? 'yes' : 'no'}
    </td>
  );
}

interface TableProps {
  advice: Advice;
  measures: readonly Measure[];
}

function Rules({ advice, measures }: TableProps) {
  const { rules, answer } = advice;
  if (rules.length === 0 && !answer) return null;
  const row = (label: string, source: string, seen: MeasuredSize, met: boolean) => (
    <tr key={label} className={label === ANSWER ? 'advice-row' : undefined}>
      <th scope="row" title={source}>
        {label}
      </th>
      <td>{sizeOnly(seen, advice.path)}</td>
      <td>{drainText(seen)}</td>
      <td>{figure(seen.bytes, 'B')}</td>
      <FigureCells figures={seen.figures} measures={measures} />
      <Verdict met={met} />
    </tr>
  );
  return (
    <div className="curve-rows" tabIndex={0} role="region" aria-label="Rules of thumb">
      <table data-testid="advice-rules">
        <caption>The rules of thumb, in this experiment</caption>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Buffer</th>
            <th scope="col">Drains in</th>
            <th scope="col">Memory</th>
            <MeasureHeads measures={measures} />
            <th scope="col">Meets it</th>
          </tr>
        </thead>
        <tbody>
          {answer && row(ANSWER, 'Checked with seeds of its own', answer, true)}
          {rules.map((rule) => row(rule.label, rule.source, rule, rule.met))}
        </tbody>
      </table>
    </div>
  );
}

const ANSWER = 'Answer';

function OtherFlows({ advice, measures }: TableProps) {
  if (advice.other_flows.length === 0) return null;
  return (
    <div className="curve-rows" tabIndex={0} role="region" aria-label="Other numbers of flows">
      <table data-testid="advice-flows">
        <caption>That buffer with other numbers of flows than {advice.flows.toLocaleString('en')}</caption>
        <thead>
          <tr>
            <th scope="col">Flows</th>
            <MeasureHeads measures={measures} />
            <th scope="col">Meets it</th>
          </tr>
        </thead>
        <tbody>
          {advice.other_flows.map(({ flows, figures, met }) => (
            <tr key={flows}>
              <th scope="row">{flows.toLocaleString('en')}</th>
              <FigureCells figures={figures} measures={measures} />
              <Verdict met={met} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MeasureHeads({ measures }: Pick<TableProps, 'measures'>) {
  return measures.map(({ path, label }) => (
    <th key={path} scope="col">
      {label}
    </th>
  ));
}

function FigureCells({ figures, measures }: Pick<MeasuredSize, 'figures'> & Pick<TableProps, 'measures'>) {
  return figures.map((one, i) => (
    <td key={one.measure}>{measures[i] ? figureText(one, measures[i]) : ''}</td>
  ));
}

function sizeOnly(size: MeasuredSize, path: string): string {
  return sizeText(size, path).replace(/ \(.*$/, '');
}
