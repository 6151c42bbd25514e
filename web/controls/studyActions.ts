/** Doors from a parameter to Curves; null where there is no such room. */
import { createContext } from 'react';

/** "Smallest buffer …": opens Curves with a question about a bottleneck. */
export const AdviseContext = createContext<((bottleneck: string) => void) | null>(null);

/** "Sweep this": opens Curves with a parameter to vary. */
export const SweepContext = createContext<((path: string) => void) | null>(null);
