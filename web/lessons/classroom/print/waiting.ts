/** Waiting for a run, with an end: a sheet must not wait forever for a scene that cannot be run. */

/** Longest wait for one run, ms. */
const PATIENCE_MS = 60_000;

/**
 * Resolves to the value that `begin` passes to its argument. Rejects after a minute, or when the signal is aborted. `begin`
 * returns a function that ends what it began.
 */
export function within<T>(signal: AbortSignal, begin: (done: (value: T) => void) => () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let stop = (): void => undefined;
    const finish = (): void => {
      stop();
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    };
    const giveUp = (): void => {
      finish();
      reject(new Error('The run was not finished.'));
    };
    const timer = setTimeout(giveUp, PATIENCE_MS);
    signal.addEventListener('abort', giveUp);
    stop = begin((value) => {
      // `begin` may be done before it has returned.
      queueMicrotask(finish);
      resolve(value);
    });
  });
}
