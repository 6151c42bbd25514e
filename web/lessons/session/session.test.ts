import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Lab } from '../../lab/lab';
import { BrowserStore } from '../../storage/browserStore';
import { judge } from './judge';
import { Progress } from './progress';
import { Session } from './session';
import { lessonOf, SCENE } from '../testing';

vi.mock('./judge', async (original) => ({
  ...(await original<object>()),
  checkGoal: () => Promise.resolve({ ok: true, paths: [] }),
  judge: vi.fn(() => Promise.resolve({ ok: true, verdict: { outcome: 'holds', parts: [] } })),
  runValue: () => Promise.resolve({ ok: true, label: 'Largest queue', value: 40, text: '40 packets' }),
}));

const choice = (kind: string, id: string) =>
  `:::${kind}{#${id}}\nWhich?\n\`\`\`answer\nkind: choice\noptions: [one, two]\ncorrect: two\n\`\`\`\n:::\n`;

const MEASURED =
  ':::check{#number}\nHow many?\n```answer\nkind: number\nunit: packets\n' +
  'measure: bottlenecks.r0.max_queue_packets\nwithin: 1\n```\n:::\n';

const TASK =
  ':::task{#task}\nDo it.\n```goal\nat_least: [bottlenecks.r0.utilization, 98 %]\n```\n```hints\n- One.\n```\n' +
  '```solution\nset: { bottlenecks.r0.queue.limit_packets: 22 }\nuntil: 60 s\n```\nSo.\n:::\n';

const ONE = { kind: 'choice', option: 0 } as const;
const FORTY = { kind: 'number', value: 40, text: '40' } as const;

/** A session with a run that the test moves; its warm-up is 10 s. */
function opened(body: string) {
  const lesson = lessonOf(`${SCENE}\n${body}`);
  const run = { run: 1, t_s: 0, reached_s: 0, playing: false, seeking: false, ended: false };
  const document = { edits: [] as unknown[] };
  const store = createStore(() => ({
    run,
    document,
    current: { warmup_s: 10 },
    layout: null,
    catalog: null,
  }));
  const lab = {
    store,
    ready: () => Promise.resolve(false),
    close: () => undefined,
    actions: { summary: () => Promise.resolve({}) },
  } as unknown as Lab;
  const progress = new Progress(new BrowserStore(null));
  const session = new Session(lesson, 'test', lab, progress);
  const blocks = lesson.steps[0]!.blocks;
  return {
    session,
    correct: (id: string) => session.kept().answers[id]?.correct,
    block: (id: string) => {
      const block = blocks.find((one) => 'id' in one && one.id === id);
      if (block?.kind !== 'predict' && block?.kind !== 'check') throw new Error(id);
      return block;
    },
    move: (change: Partial<typeof run>) => store.setState({ run: { ...store.getState().run, ...change } }),
    mix: () => store.setState({ document: { edits: [{ at_s: 5, set: [] }] } }),
  };
}

it('keeps a prediction without a judgment until its run has paused', async () => {
  const { session, block, correct, move } = opened(choice('predict', 'p'));
  await session.answer(block('p'), ONE);
  expect(correct('p')).toBeNull();
  move({ playing: true, t_s: 3 });
  expect(correct('p')).toBeNull();
  move({ playing: false, t_s: 4 });
  expect(correct('p')).toBe(false);
  // Another try after the run is judged at once.
  session.withdraw('p');
  await session.answer(block('p'), { kind: 'choice', option: 1 });
  expect(correct('p')).toBe(true);
});

it('judges a prediction before the run when the reader asks, and only that one', async () => {
  const { session, block, correct } = opened(choice('predict', 'p') + choice('predict', 'q'));
  await session.answer(block('p'), ONE);
  await session.answer(block('q'), ONE);
  session.tell('p');
  expect([correct('p'), correct('q')]).toEqual([false, null]);
});

it('waits for the run that follows a prediction, also after an earlier run', async () => {
  const after = ':::run{until="20 s"}\nRun.\n:::\n';
  const { session, block, correct, move } = opened(choice('predict', 'p') + after);
  move({ t_s: 20 });
  await session.answer(block('p'), ONE);
  move({ t_s: 20 });
  expect(correct('p')).toBeNull();
  move({ t_s: 0 });
  move({ t_s: 20, playing: true });
  move({ playing: false });
  expect(correct('p')).toBe(false);
});

it('judges a check of what the text says at once', async () => {
  const { session, block, correct } = opened(choice('check', 'c'));
  await session.answer(block('c'), ONE);
  expect(correct('c')).toBe(false);
});

it('compares a check with no run, with none within the warm-up and with none of mixed settings', async () => {
  const { session, block, correct, move, mix } = opened(MEASURED);
  const { answer } = block('number');
  const states: unknown[] = [];
  const tryNow = async () => {
    await session.answer(block('number'), FORTY);
    states.push([session.comparison(answer), correct('number')]);
  };
  await tryNow();
  move({ t_s: 10 });
  await tryNow();
  move({ t_s: 11 });
  await tryNow();
  mix();
  await tryNow();
  expect(states).toEqual([
    ['no_run', null],
    ['warmup', null],
    ['possible', true],
    ['mixed', null],
  ]);
});

it('meets a task neither within the warm-up nor by a run of mixed settings', async () => {
  vi.useFakeTimers();
  const { session, move, mix } = opened(TASK);
  const met = async () => {
    await vi.advanceTimersByTimeAsync(1000);
    return session.kept().tasks.task?.met ?? false;
  };
  move({ t_s: 10 });
  expect(await met()).toBe(false);
  expect(judge).toHaveBeenCalled();
  mix();
  move({ t_s: 30 });
  expect(await met()).toBe(false);
  const other = opened(TASK);
  other.move({ t_s: 30 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(other.session.kept().tasks.task?.met).toBe(true);
  vi.useRealTimers();
});
