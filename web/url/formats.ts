/**
 * Links and files of experiments: one module, loaded on demand, since the first picture needs neither.
 */
export { decodeLink, encodeLink, encodeStudy } from './codec';
export { download, experimentFromFile, fileFromScenario, stemOf } from './file';
export { sharedLink, sharedStudy } from './share';
