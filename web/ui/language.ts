/** Formats that depend on the language of the page, all from `Intl`. */

/** Language of every text of the page (BCP 47). */
export const LOCALE = 'en';

/** Forms of a noun after a number, by plural category (CLDR); `other` is also used for categories left out. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const plurals = new Intl.PluralRules(LOCALE);
const integers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const conjunction = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** Formats an integer with thousands separators: "2,000". */
export function integer(n: number): string {
  return integers.format(n);
}

/** Returns the form of a noun that fits the number, without the number. */
export function plural(n: number, forms: Forms): string {
  return forms[plurals.select(n)] ?? forms.other;
}

/** Formats a number and its noun: "1 run", "2,000 runs". */
export function count(n: number, forms: Forms): string {
  return `${integer(n)} ${plural(n, forms)}`;
}

/** Joins words in a sentence: "TCP, UDP, and ACKs". */
export function list(words: readonly string[]): string {
  return conjunction.format(words);
}

const days = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long' });

/** Formats a day without its year: "November 19". Time in milliseconds since 1970. */
export function day(time_ms: number): string {
  return days.format(time_ms);
}
