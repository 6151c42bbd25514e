/** Taking in a file, picked or dropped anywhere on the page: an experiment, or a trace that a source plays. */
import type { Lab } from '../lab/lab';
import { notify } from '../ui/notices';
import { filesPart } from './laterFiles';

/** Opens the file; what is wrong with it is listed among the problems and nothing else changes. */
export async function openFile(lab: Lab, file: File): Promise<void> {
  try {
    const part = await filesPart.fetch();
    if (await part?.takeTrace(lab, file)) return;
    const checked = await lab.sharing.openFile(file);
    if (checked.ok) notify(`Opened ${file.name}.`);
  } catch (error) {
    notify(
      `${file.name} was not opened: ${error instanceof Error ? error.message : String(error)}`,
      'refused',
    );
  }
}

/** Calls `open` with files dropped anywhere on the window. Returns how to stop. */
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
