/** The blocks of a step, one after another. */
import { useEffect, useState } from 'react';
import { Boundary } from '../../ui/Boundary';
import { Button } from '../../ui/Button';
import { formatRounded } from '../../controls/quantity';
import { useLab } from '../../lab/context';
import { wordsOfPath } from '../../scenario/path';
import { csvText, safeCell } from '../../sweep/csv';
import { download } from '../../url/file';
import { useKept, useLesson, useSession } from '../session/context';
import type { Lesson, Block, DataBlock, HiddenBlock, RunBlock, TaskBlock, Until } from '../format/lesson';
import { columnLabels } from '../session/measures';
import { Question } from './Question';
import { blockId } from './SceneNews';
import { TextView } from './TextView';
import { useFeedback } from './useFeedback';
import { DATA, LESSON, SCENE, TASK } from '../viewStrings';

/** One block of a step. */
export function BlockView({ block }: { block: Block }) {
  return (
    <Boundary part={LESSON.block} resetOn={[block]}>
      <Contents block={block} />
    </Boundary>
  );
}

function Contents({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return <TextView text={block.text} />;
    case 'scene':
      return (
        <div className="lesson-narration">
          <TextView text={block.text} />
        </div>
      );
    case 'predict':
    case 'check':
      return <Question block={block} />;
    case 'run':
      return <RunView block={block} />;
    case 'task':
      return <TaskView block={block} />;
    case 'reveal':
    case 'explain':
      return <Hidden block={block} />;
    case 'data':
      return <DataView block={block} />;
  }
}

function RunView({ block }: { block: RunBlock }) {
  const session = useSession();
  const ready = useLab(({ current }) => current !== null);
  const place = block.show === null ? undefined : SCENE.places[block.show];
  return (
    <section className="lesson-block run-block">
      <TextView text={block.text} />
      <p className="lesson-actions">
        <Button primary disabled={!ready} onClick={() => session.run(block)}>
          {TASK.until(untilText(block.until))}
        </Button>
        {place !== undefined && <span className="note">{SCENE.watch(place)}</span>}
      </p>
    </section>
  );
}

/** Returns the end of a run in words: `14 s`, `the next drop`. */
export function untilText(until: Until): string {
  switch (until.kind) {
    case 'time':
      return formatRounded(until.t_s, 's', 4);
    case 'event':
      return TASK.events[until.event];
    case 'steady':
      return TASK.steady;
    case 'end':
      return TASK.end;
  }
}

function TaskView({ block }: { block: TaskBlock }) {
  const session = useSession();
  const verdict = useLesson(({ verdicts }) => verdicts[block.id] ?? null);
  const mixed = useLesson((state) => state.mixed);
  const attempt = useKept(({ tasks }) => tasks[block.id]);
  const judgedFrom_s = useLab(({ current }) => Math.max(block.from_s, current?.warmup_s ?? 0));
  const hints = attempt?.hints ?? 0;
  const met = attempt?.met === true;
  const progress = useFeedback<HTMLDivElement>(met ? 'met' : null);
  return (
    <section
      id={blockId(block.id)}
      className="lesson-block task"
      aria-label={TASK.task}
      data-met={met || undefined}
    >
      <p className="lesson-kind">{TASK.task}</p>
      <TextView text={block.text} />
      <div ref={progress} className="task-progress" role="status">
        {met ? (
          <p className="lesson-right">✓ {TASK.met}</p>
        ) : mixed ? (
          <p className="lesson-actions">
            {SCENE.mixed}{' '}
            <Button primary onClick={() => void session.runAgain()}>
              {SCENE.runAgain}
            </Button>
          </p>
        ) : verdict === null ? (
          <p className="note">{TASK.notRun}</p>
        ) : null}
        {verdict !== null && !mixed && (
          <ul className="task-parts">
            {verdict.parts.map(({ found, outcome }, i) => (
              <li key={i} data-outcome={outcome}>
                <span aria-hidden="true">{SIGNS[outcome]}</span>
                <span className="visually-hidden">{TASK.states[outcome]}: </span>
                {found}
              </li>
            ))}
          </ul>
        )}
        {!met && judgedFrom_s > 0 && <p className="note">{TASK.from(formatRounded(judgedFrom_s, 's', 4))}</p>}
      </div>
      {block.hints.slice(0, hints).map((hint, i) => (
        <p key={i} className="lesson-hint">
          {hint}
        </p>
      ))}
      <p className="lesson-actions">
        {hints < block.hints.length && !met && (
          <Button onClick={() => session.hint(block)}>{TASK.hint(hints + 1, block.hints.length)}</Button>
        )}
        <Button onClick={() => void session.solve(block)}>{TASK.solution}</Button>
      </p>
      {(met || attempt?.shown === true) && (
        <div className="lesson-solution">
          <p className="lesson-kind">{TASK.solutionIs}</p>
          <TextView text={block.solution.text} />
        </div>
      )}
    </section>
  );
}

const SIGNS = { holds: '✓', fails: '○', undecided: '~', unknown: '…' } as const;

/** Text that is shown after the answer to a question, or at a press of its button. */
function Hidden({ block }: { block: HiddenBlock }) {
  const { kind, after, text } = block;
  const { lesson } = useSession();
  const waits = useKept(({ answers }) => after !== null && answers[after]?.correct === null);
  const answered = useKept(({ answers, tasks }) => {
    if (after === null) return kind === 'explain';
    return (
      (answers[after]?.correct ?? null) !== null || tasks[after]?.met === true || tasks[after]?.shown === true
    );
  });
  const [opened, setOpened] = useState(false);
  if (answered || opened)
    return (
      <section className={`lesson-block ${kind}`} aria-label={kind === 'explain' ? TASK.explain : undefined}>
        <TextView text={text} />
      </section>
    );
  const plain = kind === 'explain' ? TASK.showExplanation : TASK.revealAfter;
  const label = after === null ? TASK.reveal : waits ? TASK.revealWaiting : plain;
  const alike = alikeIn(lesson, block);
  return (
    <p className="lesson-actions">
      <Button onClick={() => setOpened(true)}>
        {alike.length > 1 ? TASK.one(label, alike.indexOf(block) + 1, alike.length) : label}
      </Button>
    </p>
  );
}

/** Returns the hidden blocks of a step whose buttons would have the same words. */
function alikeIn({ steps }: Lesson, block: HiddenBlock): Block[] {
  const blocks = steps.find((step) => step.blocks.includes(block))?.blocks ?? [];
  const isAlike = (one: Block): boolean =>
    (one.kind === 'reveal' || (one.kind === 'explain' && one.after !== null)) &&
    (one.after === null) === (block.after === null);
  return blocks.filter(isAlike);
}

function DataView({ block }: { block: DataBlock }) {
  const session = useSession();
  const rows = useKept(({ tables }) => tables[block.id]) ?? [];
  const labels = useLabels(block);
  const save = (): void => {
    download(`${block.id}.csv`, csvText([labels, ...rows].map((row) => row.map(safeCell))));
  };
  return (
    <section className="lesson-block data">
      <TextView text={block.text} />
      <div className="lesson-scroll">
        <table className="lesson-table">
          <thead>
            <tr>
              {labels.map((label, i) => (
                <th key={i}>{label}</th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {row.map((cell, j) => (
                  <td key={j}>{cell}</td>
                ))}
                <td>
                  <Button
                    quiet
                    aria-label={DATA.remove(i + 1)}
                    onClick={() => session.removeRow(block.id, i)}
                  >
                    ×
                  </Button>
                </td>
              </tr>
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={labels.length + 1} className="note">
                  {DATA.empty}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <p className="lesson-actions">
        <Button primary onClick={() => void session.addRow(block)}>
          {DATA.add}
        </Button>
        <Button disabled={rows.length === 0} onClick={save}>
          {DATA.save}
        </Button>
      </p>
    </section>
  );
}

/** Returns the labels of the columns: those of the lesson, else those of the measures. */
function useLabels({ columns }: DataBlock): string[] {
  const { lab } = useSession().scene;
  const opened = useLab((state) => state.current !== null);
  const [labels, setLabels] = useState(() =>
    columns.map(({ label, measure }) => label || wordsOfPath(measure)),
  );
  useEffect(() => {
    if (!opened) return;
    void columnLabels(lab, columns).then(setLabels);
  }, [opened, columns, lab]);
  return labels;
}
