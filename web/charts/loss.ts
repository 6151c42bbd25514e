/**
 * Loss at the chosen link by class of packets: the share of arriving packets that was dropped, averaged
 * over the view's window. Linear or logarithmic; on a logarithmic axis no loss is a gap. A slow start loses
 * every other packet: it does not set the range, and where it leaves the plot a figure says how far.
 */
import { CLASS_LABEL } from '../engine/classes';
import type { Chart, Description, Scene } from './chart';
import { CLASS_INK, classesOn, linkName, trace } from './scene';

export const loss: Description = {
  id: 'loss',
  name: 'Loss',
  standard: true,
  chooses: 'link',
  loggable: true,
  weight: 1,
  describe({ layout, link, logarithmic }: Scene): Chart {
    const classes = layout && link ? classesOn(link, layout.groups) : [];
    return {
      id: 'loss',
      title: 'Packets lost at',
      about: linkName(link),
      quantity: 'ratio',
      traces: classes.flatMap((name) =>
        layout && link
          ? trace(layout, `link.${link.id}.loss_${name}`, {
              label: CLASS_LABEL[name],
              quantity: 'ratio',
              form: 'line',
              ink: CLASS_INK[name],
            })
          : [],
      ),
      levels: [],
      rule: logarithmic.has('loss')
        ? { kind: 'log', lo: 1e-6, hi: 1 }
        : { kind: 'linear', floor: 0.002, limit: null, settled: true },
      beside: null,
      states: null,
      empty: null,
    };
  },
};
