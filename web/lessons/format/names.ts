/**
 * Names in a lesson that depend on the scenario of a scene: parameters, values of a run, and series. The parser notes each
 * with its line; whether they exist is checked with the engine (`web/lessons/editor/checkNames.ts`).
 */
import type { JsonObject } from '../../url/json';
import type { SceneBlock } from './lesson';
import type { Item } from './yamlText';

/** Use of a name: a field that is set or changed, a value that is read from a run or its scenario, or a series. */
export type Use = 'parameter' | 'value' | 'series';

/** A name with its place. */
export interface NameInUse {
  /** Line in the file, from 1. */
  line: number;
  use: Use;
  name: string;
  /** Number of the scene to which it belongs, from 0; -1 if none precedes it. */
  scene: number;
  /** Whether it belongs to the scenario with which the scene opens: it is set there. */
  isOfOpening: boolean;
}

/** Goal of a task, with the lines of its parts. */
export interface GoalInUse {
  item: Item;
  goal: JsonObject;
}

/** All names of a lesson. */
export class Names {
  /** Scenes in order; null for those with problems. */
  readonly scenes: (SceneBlock | null)[] = [];
  readonly all: NameInUse[] = [];
  readonly goals: GoalInUse[] = [];
  private isOfOpening = false;

  /** Begins a scene; its names follow. */
  beginScene(): void {
    this.scenes.push(null);
    this.isOfOpening = false;
  }

  /** Ends a scene that was read. */
  endScene(block: SceneBlock | null): void {
    this.scenes[this.scenes.length - 1] = block;
  }

  /** Notes a name with its line. */
  add(use: Use, name: string | null, line: number): void {
    if (name !== null)
      this.all.push({ line, use, name, scene: this.scenes.length - 1, isOfOpening: this.isOfOpening });
  }

  /** Notes the names of the fields of a map, as in `set`; `isOfOpening` if a scene opens with them. */
  addKeys(item: Item | null, isOfOpening = false): void {
    this.isOfOpening = isOfOpening;
    if (item?.kind === 'map') for (const { key, line } of item.fields) this.add('parameter', key, line);
    this.isOfOpening = false;
  }

  /** Notes the texts of a list, as in `change`. */
  addEntries(item: Item | null): void {
    if (item?.kind !== 'list') return;
    for (const one of item.items)
      if (one.kind === 'scalar' && typeof one.value === 'string') this.add('parameter', one.value, one.line);
  }
}
