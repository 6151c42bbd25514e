/** "Sweep this": opens Curves with a parameter to vary; null where there is no such room. */
import { createContext } from 'react';

export const SweepContext = createContext<((path: string) => void) | null>(null);
