/** The Learn view, loaded when it is opened: its parsers are not needed in the Lab. */
import { Lazy } from '../ui/lazy';

/** Lazily loaded Learn view. */
export const learn = new Lazy(() => import('./Learn'));
