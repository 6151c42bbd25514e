/** The editor finds wrong names at their lines: measures, series and parameters that no run of a scene has, and units of goals. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkNames } from '../../web/lessons/editor/checkNames';
import { parseLesson } from '../../web/lessons/format/parse';
import { checkGoal } from '../../web/lessons/session/judge';
import { FRONT } from '../../web/lessons/testing';
import { folder, tools } from './native';
import { formatExamples } from './samples';

const judgeWasm = readFileSync(new URL('../../web/generated/bufferlab_judge_bg.wasm', import.meta.url));

beforeAll(() => {
  const asWasm = { headers: { 'content-type': 'application/wasm' } };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(judgeWasm, asWasm)));
});

afterAll(() => vi.unstubAllGlobals());

/** Returns the problems with names in a lesson, as `line: message`. */
async function problemsOf(text: string): Promise<string[]> {
  const { names } = parseLesson(text);
  const problems = await checkNames(names, { ...tools(), checkGoal });
  return problems.map(({ line, message }) => `${line}: ${message}`);
}

const lessons = readdirSync(folder).filter((name) => /^[a-z-]+\.md$/.test(name) && name !== 'course.md');

describe('a lesson of the course has no wrong name', () => {
  it.each(lessons)('%s', async (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(parseLesson(text).names.all.length).toBeGreaterThan(0);
    expect(await problemsOf(text)).toEqual([]);
  });
});

it.each(formatExamples('lesson'))('an example of FORMAT.md has no wrong name: %#', async (text) => {
  expect(await problemsOf(text)).toEqual([]);
});

const START = `${FRONT}\n## Step\n\n`;
/** Line of the first line of a body. */
const FIRST = START.split('\n').length;
const scene = (...lines: string[]): string =>
  `:::scene\n\`\`\`yaml\n${['preset: anomaly', ...lines].join('\n')}\n\`\`\`\nText.\n:::\n`;
const SCENE = scene();
/** Line of the first line below the scene, within the body. */
const BELOW = SCENE.split('\n').length;

/** Expects one problem at a line of the body, which begins with line 1. */
async function expectProblem(body: string, line: number, ...parts: string[]): Promise<void> {
  const problems = await problemsOf(START + body);
  expect(problems, problems.join('\n')).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${FIRST + line - 1}: `));
  for (const part of parts) expect(problems[0]).toContain(part);
}

describe('a measure that no run has is found at its line', () => {
  it.each([
    ['bottlenecks.r0.utilisation', 'bottlenecks.r0.utilization'],
    ['bottlenecks.r0.loss', 'bottlenecks.r0.loss.'],
    ['bottlenecks.r1.utilization', 'Accepted: r0'],
    ['groups.tcp.flows', 'groups.tcp.count'],
    ['groups.voip.mos', 'Accepted: tcp, udp'],
    ['bottlenecks.r0.burstiness_in', 'bottlenecks.r0.'],
    ['bottleneck.r0.utilization', 'bottlenecks'],
    ['bottlenecks', 'Accepted: r0'],
  ])('in a check: %s', async (path, accepted) => {
    const answer = `\`\`\`answer\nkind: number\nunit: ms\nmeasure: ${path}\nwithin: 5 %\n\`\`\``;
    await expectProblem(`${SCENE}\n:::check{#q}\nHow long?\n${answer}\n:::\n`, BELOW + 6, accepted);
  });

  it.each([
    ['groups.tcp.mean_cwnd', 'groups.tcp.mean_cwnd_packets'],
    ['groups.udp.los', 'groups.udp.loss'],
    ['bottlenecks.r0.queue.limit', 'bottlenecks.r0.queue.limit_bytes'],
    ['groups.tcp.traffic.recovry', 'groups.tcp.traffic.recovery'],
    ['durations', 'duration_s'],
  ])('in a column: %s', async (path, accepted) => {
    const columns = `\`\`\`columns\n- measure: bottlenecks.r0.utilization\n- measure: ${path}\n\`\`\``;
    await expectProblem(`${SCENE}\n:::data{#d}\nText.\n${columns}\n:::\n`, BELOW + 5, accepted);
  });

  it('in a goal, and once', async () => {
    const goal =
      '```goal\nall:\n  - at_most: [bottlenecks.r0.loss.udp, 1 %]\n  - at_least: [groups.tcp.goodput, 1 Mb/s]\n```';
    const solution = '```solution\nuntil: 5 s\n```';
    const body = `${SCENE}\n:::task{#t}\nText.\n${goal}\n${solution}\n:::\n`;
    await expectProblem(body, BELOW + 6, 'groups.tcp.goodput_bps');
  });

  it('in the text', async () => {
    await expectProblem(
      `${SCENE}\nText.\n\nIt is :measured[5 ms]{of="bottlenecks.r0.queue_delay.mean"}.\n`,
      BELOW + 3,
      'queue_delay_s.mean',
    );
  });
});

describe('a series that no run has is found at its line', () => {
  const curve = (series: string): string =>
    `:::check{#q}\nDraw.\n\`\`\`answer\nkind: curve\nx: { label: a, from: 0, to: 1, unit: s }\ny: { label: b, from: 0, to: 1 }\nseries: ${series}\nwithin: 5 %\n\`\`\`\n:::\n`;

  it.each([
    ['link.r0.queue', 'link.r0.queue_packets'],
    ['link.r1.queue_packets', 'Accepted: r0'],
    ['group.tcp.cwnd_packets', 'group.tcp.mean_cwnd_packets'],
    ['group.x.throughput_bps', 'Accepted: tcp, udp'],
    ['flow.0.window', 'flow.0.'],
    ['flow.5000.cwnd_packets', 'from 0 to 1,000'],
    ['queue_packets', 'link.r0.queue_packets'],
  ])('%s', async (series, accepted) => {
    await expectProblem(`${SCENE}\n${curve(series)}`, BELOW + 7, accepted);
  });

  it('of a flow that the scene does not watch', async () => {
    await expectProblem(`${scene('watch: [3]')}\n${curve('flow.0.cwnd_packets')}`, BELOW + 8, 'Accepted: 3');
  });
});

describe('a parameter that the scene does not have is found at its line', () => {
  it.each([
    ['groups.tcp.flows', 'groups.tcp.count'],
    ['groups.x.count', 'Accepted: tcp, udp'],
    ['bottlenecks.r0.queue.limit', 'bottlenecks.r0.queue.limit_bytes'],
    ['bottlenecks.r0.rate', 'bottlenecks.r0.rate_bps'],
    ['sead', 'seed'],
  ])('in “set” and in “change”: %s', async (path, accepted) => {
    await expectProblem(scene('set:', '  seed: 2', `  ${path}: 5`), 6, accepted);
    await expectProblem(scene('change:', '  - seed', `  - ${path}`), 6, accepted);
  });

  it('in a solution, and in the text', async () => {
    const task = `:::task{#t}\nText.\n\`\`\`goal\nabove: [bottlenecks.r0.utilization, 9 %]\n\`\`\`\n\`\`\`solution\nset: { groups.tcp.cont: 5 }\nuntil: 5 s\n\`\`\`\n:::\n`;
    await expectProblem(`${SCENE}\n${task}`, BELOW + 7, 'groups.tcp.count');
    const scrubbed = ':scrub[5 packets]{path="bottlenecks.r0.queue.limit_packet" min=1 max=9}';
    await expectProblem(`${SCENE}\nText ${scrubbed}.\n`, BELOW + 1, 'bottlenecks.r0.queue.limit_packets');
  });

  it('also if only another kind of queue has it', async () => {
    expect(await problemsOf(START + scene('change: [bottlenecks.r0.queue.target_s]'))).toEqual([]);
    await expectProblem(scene('change: [bottlenecks.r0.queue.targt_s]'), 4, 'bottlenecks.r0.queue.target_s');
  });
});

describe('a scene that cannot be opened is reported', () => {
  it.each([
    [scene('set:', '  bottlenecks.r0.rate_bps: -5'), 5, 'bottlenecks.r0.rate_bps'],
    [SCENE.replace('anomaly', 'anomlay'), 1, '“anomlay”'],
    [SCENE.replace('preset: anomaly', 'link: "#1.dAAAA.00000000"'), 1, 'cannot be opened'],
  ])('%j', (body, line, part) => expectProblem(body, line, part));
});

it('a goal with another unit is found at its line', async () => {
  const goal =
    '```goal\nall:\n  - at_most: [bottlenecks.r0.loss.udp, 1 %]\n  - at_most: [bottlenecks.r0.loss.udp, 5 ms]\n```';
  const body = `${SCENE}\n:::task{#t}\nText.\n${goal}\n\`\`\`solution\nuntil: 5 s\n\`\`\`\n:::\n`;
  await expectProblem(body, BELOW + 6, 'The goal cannot be judged');
});
