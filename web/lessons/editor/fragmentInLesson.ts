/** The experiment of the Lab, as a lesson contains it. */
import type { Lab } from '../../lab/lab';
import { editsOf } from '../../scenario/edits';

/** An experiment for a lesson. */
export interface InLesson {
  fragment: string;
  /** Whether edits during the run became parameters from its start. */
  isSettled: boolean;
}

/**
 * Returns the Lab's experiment. A lesson asks for runs of one setting, so edits during the run become parameters from its start,
 * unless `withEdits`. Null if there is no experiment, or if it is too large for a link.
 */
export async function fragmentInLesson(
  { store, sharing }: Pick<Lab, 'store' | 'sharing'>,
  withEdits: boolean,
): Promise<InLesson | null> {
  const { document, current } = store.getState();
  if (!document) return null;
  const isSettled = !withEdits && current !== null && editsOf(document).length > 0;
  const link = await sharing.linkTo(isSettled ? { ...current, edits: [] } : document);
  const fragment = link?.replace(/^[^#]*#/, '');
  return fragment === undefined ? null : { fragment, isSettled };
}
