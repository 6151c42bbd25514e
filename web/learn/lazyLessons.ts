/** Links to lessons, which are loaded after the first picture. */
import { Lazy } from '../ui/lazy';

/** Module with the lessons that explain presets and figures. */
export const lessons = new Lazy(() => import('./lessons'));
