/** Catalog of the gallery, built by `.ci/papers.mjs`; its type is `Catalog`. */
declare module 'virtual:papers' {
  const catalog: unknown;
  export default catalog;
}
