/**
 * The forms in which an experiment leaves the page and comes back: links and files.
 *
 * The first picture needs neither, so they are a file of their own.
 */
export { decodeLink, encodeLink, encodeStudy } from './codec';
export { download, experimentFromFile, fileFromScenario, stemOf } from './file';
export { sharedLink, sharedStudy } from './share';
