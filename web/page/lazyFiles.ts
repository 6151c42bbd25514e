/** Loads the part that handles files of traces, after the first picture or when a file is dropped or missing. */
import { Lazy } from '../ui/lazy';

/** Part that handles files of traces. */
export const filesPart = new Lazy(() => import('./files'));
