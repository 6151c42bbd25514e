/** The parts of a link that most links do not have, as the engine completes them. */
export const plainLink = {
  pacer: { kind: 'none' },
  policer: { kind: 'none' },
  line: { kind: 'clean' },
  service: { kind: 'constant' },
};

/** The reverse direction of a bottleneck without its queue, as the engine completes it. */
export const plainReverse = { rate_bps: null, ...plainLink, device_packets: 0, ack_filter: false };
