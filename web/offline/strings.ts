/** Texts about new versions of the page. */
export const NEW_VERSION = {
  region: 'New version',
  text: 'A new version of Bufferlab is available. It is used when you next open the page; the run is not interrupted.',
  use: 'Update now',
  later: 'Update later',
} as const;
