/** Carries out what the keys of the canvas mean (see `keys.ts`). */
import type { KeyboardEvent } from 'react';
import type { Scenario } from '../scenario/types';
import { elementOf } from './canvas';
import { duplicate, flip, move, remove, type Element } from './edits';
import { canvasAction, type CanvasAction } from './keys';
import { neighbour, type Direction, type Stop } from './navigate';
import type { ConnectControl } from './useConnecting';
import type { Editor } from './useEditor';

export interface Desk {
  scenario: Scenario;
  stops: readonly Stop[];
  editor: Editor;
  connecting: ConnectControl;
  setAdding(open: boolean): void;
  setRenaming(open: boolean): void;
  zoom(factor: number): void;
  fit(): void;
}

/** Handles the keys of the whole canvas; what it takes goes no further. */
export function canvasKeys(desk: Desk): (event: KeyboardEvent) => void {
  return (event) => {
    const action = canvasAction(event);
    if (!action) return;
    const taken = desk.connecting.state ? whileConnecting(action, desk) : act(action, desk);
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function whileConnecting(action: CanvasAction, { connecting }: Desk): boolean {
  if (action.do === 'walk') connecting.turn(action.to === 'left' || action.to === 'up' ? -1 : 1);
  else if (action.do === 'select') connecting.choose(connecting.state?.choice ?? -1);
  else if (action.do === 'cancel') connecting.cancel();
  return true;
}

/** False for a key that has no meaning at this moment. */
function act(action: CanvasAction, desk: Desk): boolean {
  const { scenario, stops, editor } = desk;
  const element = elementOf(editor.stop);
  switch (action.do) {
    case 'add':
      desk.setAdding(true);
      return true;
    case 'zoom':
      desk.zoom(action.in ? 1.25 : 1 / 1.25);
      return true;
    case 'fit':
      desk.fit();
      return true;
    case 'cancel':
      if (!editor.selected) return false;
      editor.select({ kind: 'scenario' });
      return true;
    case 'walk': {
      const next = neighbour(stops, editor.stop ?? '', action.to);
      if (next !== null) editor.focus(next);
      return true;
    }
    default:
      return element !== null && onElement(action, element, scenario, desk);
  }
}

function onElement(action: CanvasAction, element: Element, scenario: Scenario, desk: Desk): boolean {
  const { editor, connecting } = desk;
  const group = element.kind === 'group';
  switch (action.do) {
    case 'select':
      editor.select(element);
      return true;
    case 'duplicate':
      editor.apply(duplicate(scenario, element));
      return true;
    case 'delete':
      editor.apply(remove(scenario, element), 'The last bottleneck stays.');
      return true;
    case 'rename':
      editor.select(element);
      desk.setRenaming(true);
      return true;
    case 'move':
      editor.apply(move(scenario, element, stepsTowards(action.to)), 'It stands at the end already.');
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
