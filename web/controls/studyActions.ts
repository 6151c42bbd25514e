/** Actions of a parameter that open the Studies view; null if the page has none. */
import { createContext } from 'react';

/** Opens the advisor of the Studies view for a bottleneck. */
export const AdviseContext = createContext<((bottleneck: string) => void) | null>(null);

/** Opens the Studies view with a study that varies the parameter at a path. */
export const SweepContext = createContext<((path: string) => void) | null>(null);
