/** Functions of the static pages that `.ci/pages.mjs` calls in Node. */
export { engineFromModule } from '../engine/wasm';
export { htmlOf, metaTags } from './page';
export { siteOf } from './site';
