/** The simulator of a worker. */
import init from '../generated/bufferlab_wasm.js';
import { sentModule } from './sentModule';

/** Resolves when the simulator of this worker can be used. */
export const engineReady = sentModule.then((module) => init({ module_or_path: module }));
