/**
 * Utilization of the selected link, and throughput of each group.
 *
 * Both share an axis in bits per second. Utilization is a ratio, which is scaled so that 100 % is at the link's rate; the
 * axis on the right is in percent.
 */
import { nowIndex, type Layout, type LinkInfo } from '../engine/protocol';
import type { Chart, Description, Scene, Trace } from './chart';
import { groupStyle } from './traceStyles';
import { linkName, PLAIN, solid, trace } from './scene';
import { RATES } from './strings';

/** Description of the chart of throughput. */
export const rates: Description = {
  id: 'rates',
  name: RATES.name,
  standard: true,
  chooses: null,
  loggable: false,
  weight: 1.1,
  describe({ layout, link, group }: Scene): Chart {
    const looked = layout?.groups.find(({ id }) => id === group) ?? null;
    // The throughput of one group among others is far below the rate of the link.
    const rate = looked ? null : (link?.rate_bps ?? null);
    return {
      ...PLAIN,
      id: 'rates',
      title: looked ? RATES.titleOfGroup : RATES.title,
      about: looked && (looked.label || looked.id),
      quantity: 'b/s',
      traces:
        layout && link
          ? [...throughputs(layout, looked?.id ?? null), ...(looked ? [] : utilization(layout, link))]
          : [],
      levels: rate === null ? [] : [{ label: null, value: rate, steps: [] }],
      rule: { kind: 'linear', floor: 1000, limit: rate },
      beside: rate === null ? null : { kind: 'percent', full: rate },
    };
  },
};

function utilization(layout: Layout, link: LinkInfo): Trace[] {
  return trace(layout, `link.${link.id}.utilization`, {
    label: RATES.utilization(linkName(link)),
    quantity: 'ratio',
    form: 'area',
    style: solid('ink-3', 1),
    per: link.rate_bps,
  });
}

/** Returns the throughput of all groups. The axis fits the selected group, or all groups without a selection. */
function throughputs(layout: Layout, looked: string | null): Trace[] {
  return layout.groups.flatMap((group, position) =>
    trace(layout, `group.${group.id}.throughput_bps`, {
      label: group.label || group.id,
      quantity: 'b/s',
      form: 'line',
      style: groupStyle(layout, group.id),
      scales: looked === null || looked === group.id,
      now: nowIndex(layout, 'group', position),
    }),
  );
}
