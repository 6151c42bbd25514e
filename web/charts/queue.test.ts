import { describe, expect, it } from 'vitest';
import type { Scene } from './chart';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { queue } from './queue';
import { tableOf } from './table';

const layout = layoutOf({ udp: true });
const byGroup = (scene: Scene): Scene => ({ ...scene, byGroup: new Set(['queue']) });
const shares = (scene: Scene) => queue.describe(scene).traces.filter(({ form }) => form === 'share');

describe('the queue by group', () => {
  it('lists the groups by name, each with a hatch of its own', () => {
    const named = {
      ...layout,
      groups: layout.groups.map((group) => ({ ...group, label: `The ${group.id}` })),
    };
    const groups = shares(byGroup(sceneOf(named)));
    expect(groups.map(({ label }) => label)).toEqual(['The tcp', 'The udp']);
    expect(groups.map(({ style }) => style.hatch)).toEqual(['plain', 'diagonal']);
    expect(shares(sceneOf(named)).map(({ label }) => label)).toEqual(['TCP', 'UDP']);
  });

  it('is in the unit of the limit', () => {
    const inBytes = shares(byGroup(sceneOf(layoutOf({ udp: true, limit_bytes: 8000 }))));
    expect(inBytes.map(({ id }) => id)).toEqual([
      'link.r0.group.tcp.queue_bytes',
      'link.r0.group.udp.queue_bytes',
    ]);
  });

  it('has columns of the table and of CSV that name link and group', () => {
    const chart = queue.describe(byGroup(sceneOf(layout)));
    const { names } = tableOf(chart, frameOf(layout, {}, 4, 1), new Set());
    expect(names).toContain('r0_group_tcp_queue_packets');
    expect(names).toContain('r0_group_udp_queue_packets');
  });

  it('is not offered where packets of one group pass', () => {
    expect(queue.describe(sceneOf(layout)).hasGroups).toBe(true);
    const one = layoutOf();
    expect(queue.describe(sceneOf(one)).hasGroups).toBe(false);
    expect(shares(byGroup(sceneOf(one)))).toEqual([]);
    expect(queue.describe({ ...sceneOf(layout), link: layout.links[1]! }).hasGroups).toBe(false);
  });

  it('says where the engine does not record it, rather than show a part of the groups', () => {
    const limited = { ...layout, links_without_groups: ['r0'] };
    const chart = queue.describe(byGroup(sceneOf(limited)));
    expect(chart).toMatchObject({ hasGroups: false, groupsUnrecorded: true });
    expect(chart.traces.filter(({ id }) => id.includes('.group.'))).toEqual([]);
  });
});
