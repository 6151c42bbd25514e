/** Opens files that are chosen or dropped on the page: experiments, and traces that a source plays. */
import type { Lab } from '../lab/lab';
import { messageOf } from '../rpc/thread';
import { notify } from '../ui/notices';
import { filesPart } from './lazyFiles';
import { NOTICE } from './strings';

/** Opens a file. A refused file adds to the problems that the page lists, and changes nothing else. */
export async function openFile(lab: Lab, file: File): Promise<void> {
  try {
    const part = await filesPart.fetch();
    if (await part?.takeTrace(lab, file)) return;
    const checked = await lab.sharing.openFile(file);
    if (checked.ok) notify(NOTICE.opened(file.name));
  } catch (error) {
    notify(NOTICE.notOpened(file.name, messageOf(error)), 'refused');
  }
}

/** Calls `open` with files dropped anywhere on the window. Returns a function that stops it. */
export function acceptDrops(open: (file: File) => void): () => void {
  const onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };
  const onDrop = (event: DragEvent): void => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    open(file);
  };
  window.addEventListener('dragover', onDragOver);
  window.addEventListener('drop', onDrop);
  return () => {
    window.removeEventListener('dragover', onDragOver);
    window.removeEventListener('drop', onDrop);
  };
}
