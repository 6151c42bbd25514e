/**
 * Asks for the engine in the head of the built page, so that it arrives while scripts are loaded. Other modules are loaded when
 * they are used.
 */

/** @returns {import('vite').Plugin} */
export function preloadEngine() {
  return {
    name: 'preload-engine',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => /bufferlab_wasm[^/]*\.wasm$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'fetch', href: `./${name}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  };
}
