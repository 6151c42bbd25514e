/** Five answers from which an experiment is made. `readTexts` reads them from the texts of the form. */

/** Services that can share the link with the long flows, in the order of the form. Each becomes a group of this id. */
export const SERVICES = ['call', 'video_call', 'game', 'web', 'video', 'backup'] as const;

/** Id of a service. */
export type Service = (typeof SERVICES)[number];

/** Questions that are not about one service. `remedies` asks for a comparison of queues and buffers. */
export const GENERAL_QUESTIONS = ['remedies', 'buffer', 'utilization', 'shares'] as const;

/** Id of a question: that of a service stands for "What happens to it?". */
export type Question = Service | (typeof GENERAL_QUESTIONS)[number];

/** Answers from which an experiment is made. */
export interface Answers {
  /** Rate of the bottleneck, b/s. */
  rate_bps: number;
  /** Round-trip time of an empty network, seconds. */
  rtt_s: number;
  /** Number of flows that always have data to send. */
  flows: number;
  /** Kind of the congestion controller of all TCP flows. */
  controller: string;
  /** Number of users of each service. */
  services: Readonly<Record<Service, number>>;
  question: Question;
}

/** Returns the service that a question is about; null for other questions. */
export function serviceOf(question: string): Service | null {
  return SERVICES.find((name) => name === question) ?? null;
}
