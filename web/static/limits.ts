/** Lengths that search engines and previews show in full. */

/** Characters of a description. */
export const DESCRIPTION_LENGTH = { least: 50, most: 200 } as const;

/** Characters of a title, without the name of the site. */
export const TITLE_LENGTH = { least: 5, most: 120 } as const;
