/** Executes the actions of the canvas's keys (see `keys.ts`). */
import type { KeyboardEvent } from 'react';
import type { Scenario } from '../scenario/types';
import { elementOf } from './canvas';
import { duplicate, flip, move, remove, type Element } from './edits';
import { canvasAction, type CanvasAction } from './keys';
import { neighbor, type Direction, type Stop } from './navigate';
import { TOOLBAR } from './strings';
import type { ConnectControl } from './useConnecting';
import type { Editor } from './useEditor';

/** State and commands that the keys need. */
export interface KeyContext {
  scenario: Scenario;
  stops: readonly Stop[];
  editor: Editor;
  connecting: ConnectControl;
  setAdding(open: boolean): void;
  setRenaming(open: boolean): void;
  zoom(factor: number): void;
  fit(): void;
}

/** Returns the key handler of the canvas. Keys that it uses are not passed on. */
export function canvasKeys(context: KeyContext): (event: KeyboardEvent) => void {
  return (event) => {
    const action = canvasAction(event);
    if (!action) return;
    const used = context.connecting.state ? whileConnecting(action, context) : act(action, context);
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function whileConnecting(action: CanvasAction, { connecting }: KeyContext): boolean {
  if (action.do === 'walk') connecting.step(action.to === 'left' || action.to === 'up' ? -1 : 1);
  else if (action.do === 'select') connecting.choose(connecting.state?.choice ?? -1);
  else if (action.do === 'cancel') connecting.cancel();
  return true;
}

/** Executes an action; returns false if it has no meaning now. */
function act(action: CanvasAction, context: KeyContext): boolean {
  const { scenario, stops, editor } = context;
  const element = elementOf(editor.stop);
  switch (action.do) {
    case 'add':
      context.setAdding(true);
      return true;
    case 'zoom':
      context.zoom(action.in ? 1.25 : 1 / 1.25);
      return true;
    case 'fit':
      context.fit();
      return true;
    case 'cancel':
      if (!editor.selected) return false;
      editor.select({ kind: 'scenario' });
      return true;
    case 'walk': {
      const next = neighbor(stops, editor.stop ?? '', action.to);
      if (next !== null) editor.focus(next);
      return true;
    }
    default:
      return element !== null && onElement(action, element, scenario, context);
  }
}

function onElement(action: CanvasAction, element: Element, scenario: Scenario, context: KeyContext): boolean {
  const { editor, connecting } = context;
  const group = element.kind === 'group';
  switch (action.do) {
    case 'select':
      editor.select(element);
      return true;
    case 'duplicate':
      editor.apply(duplicate(scenario, element));
      return true;
    case 'delete':
      editor.apply(remove(scenario, element), TOOLBAR.onlyBottleneck);
      return true;
    case 'rename':
      editor.select(element);
      context.setRenaming(true);
      return true;
    case 'move':
      editor.apply(move(scenario, element, stepsTowards(action.to)), TOOLBAR.atEnd);
      return true;
    case 'connect':
      if (group) connecting.begin(element.id);
      return group;
    case 'flip':
      if (group) editor.apply(flip(scenario, element.id));
      return group;
    default:
      return false;
  }
}

function stepsTowards(direction: Direction): 1 | -1 {
  return direction === 'left' || direction === 'up' ? -1 : 1;
}
