/**
 * Trace files that were loaded since the page was opened, by hash, content and columns. All runs of the page use them. They are
 * not stored: a link contains only the names and hashes of its files.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FileData, FileRequest } from '../engine/protocol';

/** List of the loaded files. */
export class LoadedFiles {
  readonly store: StoreApi<readonly FileData[]> = createStore<readonly FileData[]>(() => []);

  /** Adds a file unless it is loaded. */
  add(file: FileData): void {
    if (!this.find(file)) this.store.setState([...this.store.getState(), file], true);
  }

  /** Returns the loaded file with this hash and content, read with these columns. */
  find({ sha256, content, columns }: Omit<FileRequest, 'name'>): FileData | undefined {
    const isIt = (file: FileData): boolean =>
      file.sha256 === sha256 && file.content === content && file.columns === columns;
    return this.store.getState().find(isIt);
  }
}
