import { describe, expect, it } from 'vitest';
import { stylesOf } from '../engine/groupStyles';
import type { GroupInfo, Layout } from '../engine/protocol';
import { layoutOf, sceneOf } from './fixture';
import { flowStyles, groupStyle } from './traceStyles';
import { rates } from './rates';
import { windows } from './windows';

/** TCP groups of so many flows, of which these are watched. */
function layoutWith(counts: number[], watched: [group: number, flows: number][]): Layout {
  const base = layoutOf({ flows: [] });
  const groups = counts.map((count, i): GroupInfo => {
    return { ...base.groups[0]!, id: `g${i}`, label: `g${i}`, count, first_flow: 100 * i };
  });
  const flows = watched.flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => ({ flow: 100 * group + index, group: `g${group}`, index })),
  );
  const line = (id: string, of: 'group' | 'flow') => {
    return { id, of, owner: '', quantity: '', unit: '', shape: 'line' as const };
  };
  const series = [
    ...base.series,
    ...groups.flatMap(({ id }) => [
      line(`group.${id}.throughput_bps`, 'group'),
      line(`group.${id}.mean_cwnd_packets`, 'group'),
    ]),
    ...flows.map(({ flow }) => line(`flow.${flow}.cwnd_packets`, 'flow')),
  ];
  return { ...base, groups, flows, series };
}

describe('four groups of one class', () => {
  const layout = layoutWith([3, 3, 3, 3], []);
  const looks = stylesOf(layout.groups);

  it.each([
    ['throughput', rates],
    ['windows', windows],
  ])('have four colors and four dashes in the chart of their %s, those of the whole page', (_, chart) => {
    const styles = chart
      .describe(sceneOf(layout))
      .traces.filter(({ id }) => id.startsWith('group.g'))
      .map(({ style }) => style);
    expect(styles.map(({ color, dash }) => ({ color, dash }))).toEqual(
      looks.map(({ color, dash }) => ({ color, dash })),
    );
    expect(new Set(styles.map(({ color }) => color)).size).toBe(4);
    expect(new Set(styles.map(({ dash }) => dash.join())).size).toBe(4);
  });
});

describe('a watched flow', () => {
  it('looks like its group where no other of it is watched', () => {
    const layout = layoutWith(
      [1, 5, 1],
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
    );
    const styles = flowStyles(layout);
    layout.groups.forEach(({ id }, i) => {
      const { color, dash, marker } = groupStyle(layout, id);
      expect(styles[i]).toMatchObject({ color, dash, marker });
    });
  });

  it('else has a color that no group has', () => {
    const layout = layoutWith(
      [5, 1],
      [
        [0, 4],
        [1, 1],
      ],
    );
    const colors = flowStyles(layout).map(({ color }) => color);
    expect(new Set(colors).size).toBe(5);
    // Blue is the first group's, pink the second's.
    expect(colors).toEqual(['flow-2', 'flow-3', 'flow-5', 'flow-6', 'flow-4']);
  });

  it('is told from fifteen others by color and marker', () => {
    const styles = flowStyles(layoutWith([100], [[0, 16]]));
    expect(new Set(styles.map(({ color, marker }) => `${color} ${marker}`)).size).toBe(16);
  });
});
