/** The charts of the stack, top to bottom. One more chart is one more file and one more line here. */
import type { Description } from './chart';
import { loss } from './loss';
import { queue } from './queue';
import { rates } from './rates';
import { windows } from './windows';

export const CHARTS: readonly Description[] = [queue, windows, loss, rates];
