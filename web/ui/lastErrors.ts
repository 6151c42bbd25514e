/** The last errors of the page, for a report of a problem. */

/** Number of errors that are kept, and the longest text of one. */
const KEPT = 5;
const CHARACTERS = 500;

let errors: readonly string[] = [];

/** Returns the last errors, the newest first. */
export const lastErrors = (): readonly string[] => errors;

/** Keeps an error with the first place that it passed. */
export function noteError(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  const short = text.split('\n').slice(0, 3).join(' | ').slice(0, CHARACTERS);
  errors = [short, ...errors.filter((one) => one !== short)].slice(0, KEPT);
}

/** Keeps the errors that nothing handles. */
export function watchErrors(window: EventTarget): void {
  window.addEventListener('error', (event) =>
    noteError((event as ErrorEvent).error ?? (event as ErrorEvent).message),
  );
  window.addEventListener('unhandledrejection', (event) =>
    noteError((event as PromiseRejectionEvent).reason),
  );
}
