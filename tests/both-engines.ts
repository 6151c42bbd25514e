/** The engine in this process, with the answers that the page requests first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '../web/engine/catalog';
import * as studies from '../web/generated/bufferlab_studies.js';
import * as engine from '../web/generated/bufferlab_wasm.js';
import type { Scenario } from '../web/scenario/types';

export interface Engines {
  catalog: Catalog;
  /** The presets' scenarios, complete, by id. */
  presets: ReadonlyMap<string, Scenario>;
}

/** Returns the WebAssembly of a built module. A page of tests has no URL of files, but folders. */
const wasmOf = (name: string): Uint8Array<ArrayBuffer> =>
  readFileSync(join(import.meta.dirname, '../web/generated', `${name}_bg.wasm`));

/** Starts the module for studies, models, advice and figures. */
export function startStudies(): void {
  studies.initSync({ module: wasmOf('bufferlab_studies') });
}

export function startEngines(): Engines {
  startStudies();
  engine.initSync({ module: wasmOf('bufferlab_wasm') });
  const presets = JSON.parse(engine.presets_json()) as { id: string; scenario: unknown }[];
  const complete = (scenario: unknown): Scenario =>
    (JSON.parse(engine.check_json(JSON.stringify(scenario))) as { scenario: Scenario }).scenario;
  return {
    catalog: JSON.parse(engine.catalog_json()) as Catalog,
    presets: new Map(presets.map(({ id, scenario }) => [id, complete(scenario)])),
  };
}
