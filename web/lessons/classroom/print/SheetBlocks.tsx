/** Blocks of a lesson on paper. */
import { useLayoutEffect, useRef } from 'react';
import { Boundary } from '../../../ui/Boundary';
import { BOUNDARY } from '../../../ui/strings';
import { untilText } from '../../view/Blocks';
import type { Block, DataBlock, RunBlock, SceneBlock, TaskBlock } from '../../format/lesson';
import { wordsOfPath } from '../../../scenario/path';
import { TextView } from '../../view/TextView';
import { SCENE, TASK } from '../../viewStrings';
import { SHEET } from '../strings';
import { Lines } from './Lines';
import type { Paper } from './paper';
import { SheetQuestion } from './SheetQuestion';

/** Block of a step on paper. */
export function SheetBlock(props: { block: Block; paper: Paper }) {
  return (
    <Boundary part={BOUNDARY.parts.printed} resetOn={[props.block, props.paper]}>
      <Contents {...props} />
    </Boundary>
  );
}

function Contents({ block, paper }: { block: Block; paper: Paper }) {
  switch (block.kind) {
    case 'text':
      return <TextView text={block.text} />;
    case 'scene':
      return <SceneOnPaper block={block} paper={paper} />;
    case 'predict':
    case 'check':
      return <SheetQuestion block={block} paper={paper} />;
    case 'run':
      return <RunOnPaper block={block} paper={paper} />;
    case 'task':
      return <TaskOnPaper block={block} solved={paper.solved} />;
    case 'reveal':
    case 'explain':
      // An explanation that belongs to no question is part of the text.
      return paper.solved || (block.kind === 'explain' && block.after === null) ? (
        <div className="sheet-box sheet-explain">
          <TextView text={block.text} />
        </div>
      ) : null;
    case 'data':
      return <DataOnPaper block={block} paper={paper} />;
  }
}

/** Figures of all runs, on pages of their own: they show what the questions ask for. */
export function Figures({ paper }: { paper: Paper }) {
  if (paper.runs.length === 0) return null;
  return (
    <section className="sheet-figures">
      <h2>{SHEET.figures}</h2>
      {paper.runs.map((run, i) => (
        <Boundary key={i} part={BOUNDARY.parts.printed} resetOn={[paper]}>
          <RunFigure run={run} paper={paper} />
        </Boundary>
      ))}
    </section>
  );
}

function SceneOnPaper({ block, paper }: { block: SceneBlock; paper: Paper }) {
  const place = useRef<HTMLDivElement>(null);
  const svg = paper.drawings.networks.get(block) ?? null;
  useLayoutEffect(() => {
    if (svg) place.current?.replaceChildren(svg);
  }, [svg]);
  return (
    <div className="sheet-box sheet-scene">
      {svg && <div ref={place} className="sheet-network" />}
      <TextView text={block.text} />
    </div>
  );
}

function RunOnPaper({ block, paper }: { block: RunBlock; paper: Paper }) {
  const watched = block.show === null ? undefined : SCENE.places[block.show];
  return (
    <div className="sheet-box">
      <p>
        <strong>{SHEET.run(untilText(block.until))}</strong>{' '}
        {watched !== undefined && `${SCENE.watch(watched)}. `}
        {!paper.solved && SHEET.seeFigure(paper.runs.indexOf(block) + 1)}
      </p>
      <TextView text={block.text} />
      {paper.solved ? <RunFigure run={block} paper={paper} /> : <Lines count={2} />}
    </div>
  );
}

function RunFigure({ run, paper }: { run: RunBlock; paper: Paper }) {
  const charts = paper.drawings.figures.get(run);
  const number = paper.runs.indexOf(run) + 1;
  return (
    <figure className="sheet-figure">
      {charts?.map((svg, i) => (
        // Texts in the charts are escaped by their renderer.
        <div key={i} dangerouslySetInnerHTML={{ __html: svg }} />
      ))}
      <figcaption>
        {SHEET.figure(number)}. {SHEET.run(untilText(run.until))}
        {paper.done && charts === undefined && ` ${SHEET.noFigure}`}
      </figcaption>
    </figure>
  );
}

function TaskOnPaper({ block, solved }: { block: TaskBlock; solved: boolean }) {
  const { hints, solution } = block;
  return (
    <div className="sheet-box">
      <p className="sheet-kind">{TASK.task}</p>
      <TextView text={block.text} />
      {!solved && <Lines count={4} />}
      {solved && hints.length > 0 && (
        <>
          <p className="sheet-kind">{SHEET.hints}</p>
          <ol>
            {hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ol>
        </>
      )}
      {solved && (
        <>
          <p className="sheet-kind">{SHEET.solution}</p>
          {solution.set.map(([path, value]) => (
            <p key={path}>
              <code>{SHEET.set(path, typeof value === 'string' ? value : JSON.stringify(value))}</code>
            </p>
          ))}
          <TextView text={solution.text} />
        </>
      )}
    </div>
  );
}

/** Empty rows of a table on paper. */
const ROWS = [0, 1, 2, 3, 4];

function DataOnPaper({ block, paper }: { block: DataBlock; paper: Paper }) {
  const { columns, text } = block;
  const labels = paper.drawings.labels.get(block);
  return (
    <div className="sheet-box">
      <TextView text={text} />
      <table className="sheet-table">
        <thead>
          <tr>
            {columns.map(({ label, measure }, i) => (
              <th key={measure}>{labels?.[i] ?? (label || wordsOfPath(measure))}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row}>
              {columns.map(({ measure }) => (
                <td key={measure} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
