/** The readers of files of a worker. */
import init from '../generated/bufferlab_files.js';
import { sentModule } from './sentModule';

/** Resolves when the functions of this worker can be used. */
export const filesReady = sentModule.then((module) => init({ module_or_path: module }));
