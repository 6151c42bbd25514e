/**
 * Files of traces that were given since the page was opened, by hash and content: whichever of its runs names one
 * gets it. Nothing is kept beyond; a link names its files, and whoever opens it has them.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FileData, FileRequest } from '../engine/protocol';

export class GivenFiles {
  readonly store: StoreApi<readonly FileData[]> = createStore<readonly FileData[]>(() => []);

  add(file: FileData): void {
    if (!this.find(file)) this.store.setState([...this.store.getState(), file], true);
  }

  find({ sha256, content }: Pick<FileRequest, 'sha256' | 'content'>): FileData | undefined {
    return this.store.getState().find((file) => file.sha256 === sha256 && file.content === content);
  }
}
