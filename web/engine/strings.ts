/** Messages of the simulator's worker and of the page's connection to it. */

/** Messages of the connection to the worker. */
export const CLIENT = {
  restarted: 'The simulator was restarted.',
  closed: 'The simulator was closed.',
  notRunning: 'The simulator is not running.',
  stopped: 'The simulator stopped unexpectedly.',
  silent: (time_s: number) => `The simulator has not responded for ${time_s} seconds.`,
} as const;

/** Messages of the worker. */
export const WORKER = {
  noRun: 'There is no run yet.',
  runEnded: 'The run of this change has ended.',
  notLoaded: (reason: string) => `The simulator could not be loaded: ${reason}`,
  outOfMemory: (size_MB: number) =>
    `The simulator ran out of memory at ${size_MB} MB. Use fewer flows, smaller buffers or a shorter run.`,
  crashed: (reason: string) =>
    `The simulator crashed (${reason}). This is a bug in Bufferlab, not in the experiment.`,
} as const;

/** Names of the classes of packets. */
export const PACKET_CLASS = { tcp: 'TCP', udp: 'UDP', ack: 'ACK' } as const;
