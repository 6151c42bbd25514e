/** Errors of code that React does not call, such as painters: thrown in a component, they reach its boundary. */
import { useCallback, useState } from 'react';

/** Returns a function that throws an error in this component, so that its boundary shows the sentence. */
export function useThrow(): (error: unknown) => void {
  const [, setState] = useState<null>(null);
  return useCallback((error) => {
    setState(() => {
      throw error instanceof Error ? error : new Error(String(error));
    });
  }, []);
}
