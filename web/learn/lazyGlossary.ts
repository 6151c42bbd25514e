/** The glossary, which is loaded after the first picture. */
import { Later } from '../ui/later';

/** Module of the glossary's entries. */
export const glossary = new Later(() => import('./entries'));
