/** What `.ci/pages.mjs` uses in Node of the static pages. */
export { engineFromModule } from '../engine/wasm';
export { htmlOf, metaTags } from './page';
export { siteOf } from './site';
