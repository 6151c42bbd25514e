/** The draft of the editor, as this browser keeps it. */
import { BrowserStore } from '../../storage/browserStore';
import { download } from '../../url/file';
import { EDITOR } from '../viewStrings';

/** Key of the draft in the browser's storage. */
export const DRAFT = 'bufferlab.lesson-draft';

/** Offers the kept draft as a file. */
export function saveDraft(): void {
  download(EDITOR.fileName, new BrowserStore().text(DRAFT) ?? '');
}
