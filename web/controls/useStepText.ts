/** The description of the last step. */
import { useLab } from '../lab/context';
import type { Told } from '../lab/state';
import { useLazy } from '../ui/lazy';
import { forms } from './lazyForms';

/** Returns the last step and its description; the text is empty while the run plays and until the forms are loaded. */
export function useStepText(): { told: Told | null; text: string } {
  const { told, layout, catalog, document } = useLab((s) => ({
    told: s.told,
    layout: s.layout,
    catalog: s.catalog,
    document: s.document,
  }));
  const part = useLazy(forms);
  if (!told || !part || !layout) return { told, text: '' };
  const { states = [] } = catalog ?? {};
  const { edits = [] } = document ?? {};
  return { told, text: part.describeStep(told.to, told.happenings, { ...layout, states, edits }) };
}
