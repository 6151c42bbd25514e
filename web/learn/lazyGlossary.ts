/** The glossary, which is loaded after the first picture. */
import { Lazy } from '../ui/lazy';

/** Module of the glossary's entries. */
export const glossary = new Lazy(() => import('./entries'));
