/** The studies, models, advice and figures of a worker. */
import init from '../generated/bufferlab_studies.js';
import { sentModule } from './sentModule';

/** Resolves when the functions of this worker can be used. */
export const studiesReady = sentModule.then((module) => init({ module_or_path: module }));
