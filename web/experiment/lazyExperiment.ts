/** Loads the dialog "New experiment", after the first picture or when it is opened. */
import { Lazy } from '../ui/lazy';

/** Dialog that makes an experiment of five answers. */
export const newExperiment = new Lazy(() => import('./NewExperiment'));
