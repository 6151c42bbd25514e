/** The engine in this process, with the answers that the page requests first. */
import { readFileSync } from 'node:fs';
import type { Catalog } from '../web/engine/catalog';
import * as studies from '../web/generated/bufferlab_studies.js';
import * as engine from '../web/generated/bufferlab_wasm.js';
import type { Scenario } from '../web/scenario/types';

export interface Engines {
  catalog: Catalog;
  /** The presets' scenarios, complete, by id. */
  presets: ReadonlyMap<string, Scenario>;
}

/** Starts the module for studies, models, advice and figures. */
export function startStudies(): void {
  const wasm = new URL('../web/generated/bufferlab_studies_bg.wasm', import.meta.url);
  studies.initSync({ module: readFileSync(wasm) });
}

export function startEngines(): Engines {
  startStudies();
  const wasm = new URL('../web/generated/bufferlab_wasm_bg.wasm', import.meta.url);
  engine.initSync({ module: readFileSync(wasm) });
  const presets = JSON.parse(engine.presets_json()) as { id: string; scenario: unknown }[];
  const complete = (scenario: unknown): Scenario =>
    (JSON.parse(engine.check_json(JSON.stringify(scenario))) as { scenario: Scenario }).scenario;
  return {
    catalog: JSON.parse(engine.catalog_json()) as Catalog,
    presets: new Map(presets.map(({ id, scenario }) => [id, complete(scenario)])),
  };
}
