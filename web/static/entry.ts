/** Functions of the static pages that `.ci/pages.mjs` calls in Node. */
export { engineFromModule } from '../engine/wasm';
export { htmlOf, missingPage, previewOf } from './page';
export { metaTags } from './preview';
export { siteOf } from './site';
