/** The parts of a link that most links do not have, as the engine completes them. */
export const plainLink = {
  pacer: { kind: 'none' },
  policer: { kind: 'none' },
  line: { kind: 'clean' },
  service: { kind: 'constant' },
};
