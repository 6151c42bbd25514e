/** Messages about links, for the address bar. */
export const ADDRESS = {
  empty: 'There is no experiment in this address.',
  noFormats:
    'The part of the page that reads and writes links and files could not be loaded. Check the connection, then ' +
    'reload the page.',
} as const;
