/** A value that changes often, once it rests: a preview with a simulator is not drawn at each key. */
import { useEffect, useState } from 'react';

/** Time without a change after which a value rests, ms. */
const REST_MS = 700;

/** Returns the latest value that has not changed for a moment; the first one at once. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
