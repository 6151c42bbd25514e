import { describe, expect, it } from 'vitest';
import { stylesOf } from '../engine/groupStyles';
import type { GroupInfo, Layout } from '../engine/protocol';
import { layoutOf, sceneOf } from './fixture';
import { flowInks, groupInk } from './inks';
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
  ])('have four colours and four dashes in the chart of their %s, those of the whole page', (_, chart) => {
    const inks = chart
      .describe(sceneOf(layout))
      .traces.filter(({ id }) => id.startsWith('group.g'))
      .map(({ ink }) => ink);
    expect(inks.map(({ colour, dash }) => ({ colour, dash }))).toEqual(
      looks.map(({ colour, dash }) => ({ colour, dash })),
    );
    expect(new Set(inks.map(({ colour }) => colour)).size).toBe(4);
    expect(new Set(inks.map(({ dash }) => dash.join())).size).toBe(4);
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
    const inks = flowInks(layout);
    layout.groups.forEach(({ id }, i) => {
      const { colour, dash, marker } = groupInk(layout, id);
      expect(inks[i]).toMatchObject({ colour, dash, marker });
    });
  });

  it('else has a colour that no group has', () => {
    const layout = layoutWith(
      [5, 1],
      [
        [0, 4],
        [1, 1],
      ],
    );
    const colours = flowInks(layout).map(({ colour }) => colour);
    expect(new Set(colours).size).toBe(5);
    // Blue is the first group's, pink the second's.
    expect(colours).toEqual(['flow-2', 'flow-3', 'flow-5', 'flow-6', 'flow-4']);
  });

  it('is told from fifteen others by colour and marker', () => {
    const inks = flowInks(layoutWith([100], [[0, 16]]));
    expect(new Set(inks.map(({ colour, marker }) => `${colour} ${marker}`)).size).toBe(16);
  });
});
