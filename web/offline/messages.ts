/** Messages of pages to the service worker. */

/** Type of the message that asks to store the documentation for use without a network. */
export const KEEP_DOCS = 'KEEP_DOCS';
