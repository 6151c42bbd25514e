/** What the run's last step came to, in words; empty while it runs, and until the words are here. */
import { useLab } from '../lab/context';
import type { Told } from '../lab/state';
import { useHere } from '../ui/later';
import { forms } from './lazyForms';

export function useStepText(): { told: Told | null; text: string } {
  const { told, layout, catalog, document } = useLab((s) => ({
    told: s.told,
    layout: s.layout,
    catalog: s.catalog,
    document: s.document,
  }));
  const words = useHere(forms);
  if (!told || !words || !layout) return { told, text: '' };
  const { states = [] } = catalog ?? {};
  const { edits = [] } = document ?? {};
  return { told, text: words.describeStep(told.to, told.happenings, { ...layout, states, edits }) };
}
