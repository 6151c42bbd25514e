/** The draft of the lesson editor. */
import type { Page } from './test';

/** Returns the text of this tab's draft, as the browser keeps it. */
export function draftIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const id = sessionStorage.getItem('bufferlab.lesson-draft-of-tab') ?? '';
    const kept = localStorage.getItem(`bufferlab.lesson-drafts.${id}`);
    return kept === null ? '' : (JSON.parse(kept) as { text: string }).text;
  });
}
