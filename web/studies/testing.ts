/** The form of a short study, for tests. */
import type { Scenario } from '../scenario/types';
import type { StudyFormState } from './formState';

export const BUFFER = 'bottlenecks.r0.queue.limit_bytes';
export const LOSS = 'bottlenecks.r0.loss.udp';

/** Returns the form with two buffers of the bottleneck `r0`, and with some fields changed. */
export const formStateFor = (scenario: Scenario, change: Partial<StudyFormState> = {}): StudyFormState => ({
  scenario,
  axes: [{ kind: 'list', path: BUFFER, values: '5 kB, 10 kB' }],
  replications: '1',
  seeds: 'common',
  duration: '200 ms',
  warmup: '100 ms',
  stop: null,
  measures: [LOSS],
  set: [],
  where: [],
  ...change,
});
