/** State of the glossary's dialog: closed, open, or open at a term. */
import { createStore } from 'zustand/vanilla';

/** State of the dialog. */
export interface OpenedGlossary {
  open: boolean;
  /** Id of the entry to show first; null for the beginning. */
  entry: string | null;
}

/** The dialog of the page. */
export const openedGlossary = createStore<OpenedGlossary>(() => ({ open: false, entry: null }));

/** Opens the glossary, at an entry if its id is given. */
export function openGlossary(entry: string | null = null): void {
  openedGlossary.setState({ open: true, entry });
}

/** Closes the dialog of the glossary. */
export function closeGlossary(): void {
  openedGlossary.setState({ open: false });
}
