/** Actions of a parameter that open the Studies view; null if the page has none. */
import { createContext } from 'react';

/** Opens the advisor of the Studies view, or the comparison of remedies, for a bottleneck. */
export const AdviseContext = createContext<
  ((bottleneck: string, find?: 'buffer' | 'remedies') => void) | null
>(null);

/** Opens the Studies view with a study that varies the parameter at a path. */
export const SweepContext = createContext<((path: string) => void) | null>(null);
