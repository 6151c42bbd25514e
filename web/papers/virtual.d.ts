/** Made by `.ci/papers.mjs` when the page is built: a `Catalogue`. */
declare module 'virtual:papers' {
  const catalogue: unknown;
  export default catalogue;
}
