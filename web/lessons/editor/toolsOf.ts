/** The engine of a Lab, for scenarios that it does not run. */
import type { Lab } from '../../lab/lab';
import type { SceneTools } from '../session/scenes';

/** Returns what a Lab knows and does about scenarios. */
export function toolsOf({ store, completed, applied }: Lab): SceneTools {
  const { catalog, presets } = store.getState();
  return { catalog, presets, completed, applied };
}
