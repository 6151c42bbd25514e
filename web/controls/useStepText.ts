/** The description of the last step. */
import { useLab } from '../lab/context';
import type { LastStep } from '../lab/state';
import { useLazy } from '../ui/lazy';
import { forms } from './lazyForms';

/** Returns the last step and its description; the text is empty while the run plays and until the forms are loaded. */
export function useStepText(): { lastStep: LastStep | null; text: string } {
  const { lastStep, layout, catalog, document } = useLab((s) => ({
    lastStep: s.lastStep,
    layout: s.layout,
    catalog: s.catalog,
    document: s.document,
  }));
  const part = useLazy(forms);
  if (!lastStep || !part || !layout) return { lastStep, text: '' };
  const { states = [] } = catalog ?? {};
  const { edits = [] } = document ?? {};
  return { lastStep, text: part.describeStep(lastStep.to, lastStep.events, { ...layout, states, edits }) };
}
