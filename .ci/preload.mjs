/** Asks for the engine in the head of the built page, so that it arrives while scripts are loaded. */

/** @returns {import('vite').Plugin} */
export function preloadEngine() {
  return {
    name: 'preload-engine',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => name.endsWith('.wasm'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'fetch', href: `./${name}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  };
}
