/** Files of the current study: their contents and names. */
import type { Catalog } from '../engine/catalog';
import { isRecord } from '../scenario/path';
import { csvWith, linesWith, type Origin } from '../url/carried';
import { stemOf } from '../url/file';
import type { StudiesController } from './studiesController';
import { meansCsvOf } from './means';
import { named } from './measures';
import { measureAt, choicesFor } from './choices';
import { drawingOf } from './studyDrawing';
import { TOOLS } from './strings';
import { saveDrawing, saveText } from './save';
import { headingOf } from './studyText';
import { csvOf } from './table';
import { pathsOf } from './formState';

/** Kind of a file. */
export type FileName = 'json' | 'csv' | 'means' | 'ndjson' | 'svg' | 'png';

interface Files {
  /** Saves a file; returns the reason if that is impossible, else null. */
  save(name: FileName): Promise<string | null>;
}

/** Returns the files of the current study. */
export function filesOf(controller: StudiesController, catalog: Catalog, version: string | null): Files {
  const { form, settings } = controller.store.getState();
  const { study, lines } = controller.sweep.store.getState();
  const stem = `${stemOf(controller.title()) || 'study'}-study`;
  return {
    async save(name) {
      const document = controller.study();
      if (!form || !document) return TOOLS.unreadable;
      if (name === 'json') {
        const minimal = await controller.minimal(document);
        saveText(`${stem}.json`, `${JSON.stringify(minimal, null, 2)}\n`, 'application/json');
        return null;
      }
      if (!study) return TOOLS.noRuns;
      const origin = await originOf(controller, study.scenario, version);
      if (name === 'ndjson') {
        saveText(`${stem}.ndjson`, linesWith(controller.sweep.text(), origin), 'application/x-ndjson');
      } else if (name === 'csv') {
        const texts = controller.sweep.text().trimEnd().split('\n');
        saveText(`${stem}.csv`, csvWith(csvOf(texts, pathsOf(study).flat(), []), origin), 'text/csv');
      } else if (name === 'means') {
        const means = meansCsvOf(lines, pathsOf(study).flat(), form.measures);
        saveText(`${stem}-means.csv`, csvWith(means, origin), 'text/csv');
      } else {
        const choices = choicesFor(catalog, form.scenario);
        const drawing = await drawingOf({
          heading: headingOf(form, choices.fields, choices.measures),
          measures: named(form.measures.map((path) => measureAt(choices, path))),
          origin,
          client: controller.models,
          ...{ study, lines, choices, settings, catalog },
        });
        if (!drawing) return TOOLS.noCurves;
        if (!(await saveDrawing(name, stem, drawing, origin))) return TOOLS.noPng;
      }
      return null;
    },
  };
}

async function originOf(
  controller: StudiesController,
  scenario: unknown,
  engine: string | null,
): Promise<Origin> {
  const link = await controller.link();
  const { seed } = isRecord(scenario) ? scenario : {};
  return {
    title: controller.title(),
    seed: typeof seed === 'number' ? seed : 1,
    engine,
    link: link.ok ? link.url : null,
  };
}
