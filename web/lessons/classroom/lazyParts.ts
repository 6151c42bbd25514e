/** Parts of lessons in a class, loaded when a lecturer opens them. */
import { Lazy } from '../../ui/lazy';

/** Presentation of a lesson. */
export const projector = new Lazy(() => import('./Projector'));

/** Worksheet and solution sheet. */
export const sheets = new Lazy(() => import('./print/Sheet'));
