/** Draws the pictures of a sheet: runs each scene of a lesson, one after another, in one simulator. */
import type { Lab } from '../../../lab/lab';
import type { Own } from '../../session/answers';
import type {
  Block,
  DataBlock,
  Lesson,
  QuestionBlock,
  RunBlock,
  SceneBlock,
  Until,
} from '../../format/lesson';
import { columnLabels, ownOf } from '../../session/measures';
import { MOMENTS } from '../../session/sceneLab';
import type { Session } from '../../session/session';
import { runFigures } from './figures';
import { within } from './waiting';

/** Pictures of a lesson and the values that its runs give; blocks whose run failed are left out. */
export interface Drawings {
  networks: ReadonlyMap<SceneBlock, SVGSVGElement>;
  figures: ReadonlyMap<RunBlock, readonly string[]>;
  own: ReadonlyMap<QuestionBlock, Own>;
  /** Labels of the columns of tables. */
  labels: ReadonlyMap<DataBlock, readonly string[]>;
}

/** No pictures: those of a lesson before its scenes were run. */
export const NOTHING_DRAWN: Drawings = {
  networks: new Map(),
  figures: new Map(),
  own: new Map(),
  labels: new Map(),
};

interface Tools {
  session: Session;
  /** Returns the drawing of the network that is open. */
  network(): Promise<SVGSVGElement | null>;
  /** Called with the share that is done, from 0 to 1. */
  onProgress(done: number, drawings: Drawings): void;
  signal: AbortSignal;
}

/** Runs all scenes of a lesson. A scene that fails leaves its pictures out. */
export async function drawAll(lesson: Lesson, tools: Tools): Promise<void> {
  const blocks = lesson.steps.flatMap((step) => step.blocks);
  let drawings = NOTHING_DRAWN;
  for (const [i, block] of blocks.entries()) {
    if (tools.signal.aborted) return;
    try {
      drawings = await drawn(block, drawings, blocks.slice(0, i), tools);
    } catch {
      // The text of the sheet stays complete without this picture.
    }
    tools.onProgress((i + 1) / blocks.length, drawings);
  }
}

async function drawn(
  block: Block,
  before: Drawings,
  earlier: readonly Block[],
  tools: Tools,
): Promise<Drawings> {
  const { session, signal } = tools;
  const { lab } = session.scene;
  if (block.kind === 'scene') {
    const opened = await session.scene.show(block);
    const svg = opened.ok ? await tools.network() : null;
    return svg ? { ...before, networks: new Map(before.networks).set(block, svg) } : before;
  }
  if (!lab.store.getState().document) return before;
  if (block.kind === 'data') {
    const labels = await columnLabels(lab, block.columns);
    return { ...before, labels: new Map(before.labels).set(block, labels) };
  }
  if (block.kind === 'run') {
    await runTo(lab, block.until, signal);
    const figures = await runFigures(lab, block.show, `sheet-${earlier.length}`, signal);
    return { ...before, figures: new Map(before.figures).set(block, figures) };
  }
  if ((block.kind !== 'predict' && block.kind !== 'check') || !needsRun(block)) return before;
  await seek(lab, lab.store.getState().current?.duration_s ?? 0, signal);
  return { ...before, own: new Map(before.own).set(block, await ownOf(lab, block.answer)) };
}

function needsRun({ answer }: QuestionBlock): boolean {
  if (answer.kind === 'number') return answer.correct.kind === 'measured';
  return answer.kind === 'curve' && answer.correct.kind === 'series';
}

async function runTo(lab: Lab, until: Until, signal: AbortSignal): Promise<void> {
  const { current } = lab.store.getState();
  const end_s = current?.duration_s ?? 0;
  if (until.kind === 'time') return seek(lab, Math.min(until.t_s, end_s), signal);
  if (until.kind === 'steady') return seek(lab, current?.warmup_s ?? 0, signal);
  if (until.kind === 'end') return seek(lab, end_s, signal);
  const { count } = lab.store.getState().lastStep ?? { count: 0 };
  void lab.actions.next(MOMENTS[until.event], 1);
  await within<true>(signal, (done) =>
    lab.store.subscribe(({ lastStep, run }) => {
      if ((lastStep !== null && lastStep.count !== count) || run.ended) done(true);
    }),
  );
}

async function seek(lab: Lab, t_s: number, signal: AbortSignal): Promise<void> {
  const there = (): boolean => {
    const { run } = lab.store.getState();
    return !run.seeking && Math.abs(run.t_s - t_s) <= 1e-3 * Math.max(1, t_s);
  };
  if (there()) return;
  lab.actions.seek(t_s);
  await within<true>(signal, (done) =>
    lab.store.subscribe(() => {
      if (there()) done(true);
    }),
  );
}
