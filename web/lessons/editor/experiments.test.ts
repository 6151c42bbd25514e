import { expect, it } from 'vitest';
import { FAKE_CATALOG } from '../../engine/testing/fake-engine';
import { experimentsIn, fieldOfLink } from './experiments';
import { experimentText } from './experimentText';

const scene = (...lines: string[]): string =>
  `Text.\n\n:::scene\n\`\`\`yaml\n${lines.join('\n')}\n\`\`\`\nText.\n:::\n`;

/** Returns the field and the value of each experiment, as the text has them. */
function partsIn(text: string): [string, string, string][] {
  return experimentsIn(text).map(({ from, value, to, origin }) => [
    origin.kind,
    text.slice(from, to),
    text.slice(value, to),
  ]);
}

it.each([
  [
    scene('link: "#1.dAb-_.00000000"', 'show: [queue]'),
    'link',
    'link: "#1.dAb-_.00000000"',
    '"#1.dAb-_.00000000"',
  ],
  [scene("link: '#1.dA.00000000&t=3'"), 'link', "link: '#1.dA.00000000&t=3'", "'#1.dA.00000000&t=3'"],
  [
    scene('seed: 1', 'link: https://a.b/#1.dA.0 # mine'),
    'link',
    'link: https://a.b/#1.dA.0',
    'https://a.b/#1.dA.0',
  ],
  [scene('  preset: one-flow'), 'preset', 'preset: one-flow', 'one-flow'],
  [scene('preset: "one-flow"', 'seed: 2'), 'preset', 'preset: "one-flow"', '"one-flow"'],
  [
    scene('scenario:', '  version: 1', '', '  seed: 2', 'speed: 3'),
    'document',
    'scenario:\n  version: 1\n\n  seed: 2',
    '\n  version: 1\n\n  seed: 2',
  ],
  [scene('scenario: { version: 1 }'), 'document', 'scenario: { version: 1 }', ' { version: 1 }'],
])('finds the experiment in %j', (text, kind, field, value) => {
  expect(partsIn(text)).toEqual([[kind, field, value]]);
});

it('finds each scene of a lesson, also while others have problems', () => {
  const text = scene('preset: a') + scene('preset: [') + scene('link: "#1.dB.0"');
  expect(experimentsIn(text).map(({ origin }) => origin)).toEqual([
    { kind: 'preset', id: 'a' },
    { kind: 'link', fragment: '1.dB.0' },
  ]);
});

it.each([
  'preset: a',
  'link: "#1.dA.0"',
  ':::predict{#a}\n```answer\nlink: "#1.dA.0"\n```\n:::',
  '```yaml\npreset: a\n```',
  scene('link: mine', 'link: "#learn"', 'links: "#1.dA.0"', 'scenario: 5'),
  ':::scenery\n```yaml\npreset: a\n```\n:::',
])('finds no experiment in %j', (text) => {
  expect(experimentsIn(text)).toEqual([]);
});

it('writes a link as a field of a scene', () => {
  const field = fieldOfLink('#1.dAb.0');
  expect(experimentsIn(scene(field))).toMatchObject([{ origin: { kind: 'link', fragment: '1.dAb.0' } }]);
});

it('describes an experiment by its flows and rates', () => {
  const group = (traffic: unknown, count?: number) => ({ id: 'a', traffic, count });
  const link = (rate_bps: number) => ({ id: 'r', rate_bps, queue: {} });
  const text = (scenario: object) => experimentText(scenario, FAKE_CATALOG).replaceAll('\u00a0', ' ');
  expect(text({ groups: [group('tcp', 1000), group({ kind: 'poisson' })], bottlenecks: [link(100e6)] })).toBe(
    '1,000 TCP, 1 UDP, 100 Mb/s',
  );
  expect(text({ groups: [group('tcp', 2), group('tcp', 3)], bottlenecks: [link(1e6), link(1e6)] })).toBe(
    '5 TCP, 1 Mb/s',
  );
  expect(text({ groups: [], bottlenecks: [1, 2, 3, 4].map((rate) => link(rate * 1e6)) })).toBe(
    'no flows, 1 Mb/s, 2 Mb/s, 3 Mb/s …',
  );
});
