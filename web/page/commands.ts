/** The commands that the search finds: the actions of keys, and a few that have no key. */
import type { Command } from '../search/entries';
import { bindings, type KeyAction, type KeylessAction } from './keys';
import { COMMAND_LABEL, KEY_LABEL } from './lazyStrings';

/** All commands: those without a key first. */
export const COMMANDS: readonly Command[] = [
  ...Object.entries(COMMAND_LABEL).map(([name, title]) => ({ name, title, key: null })),
  ...bindings
    .filter(({ action }) => action !== 'search')
    .map(({ action, keys }) => ({ name: action, title: KEY_LABEL[action], key: keys[0] ?? null })),
];

/** Returns the action of a command; null for an unknown name. */
export function actionNamed(name: string): KeyAction | KeylessAction | null {
  return (COMMANDS.find((one) => one.name === name)?.name as KeyAction | KeylessAction | undefined) ?? null;
}
