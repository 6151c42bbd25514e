/** The files of a study that is here: what each holds, and under which name. */
import type { Catalog } from '../engine/catalog';
import { isRecord } from '../scenario/path';
import { csvWith, linesWith, type Origin } from '../url/carried';
import { stemOf } from '../url/file';
import type { StudiesController } from './studiesController';
import { meansCsvOf } from './means';
import { named } from './measures';
import { measureAt, choicesFor } from './choices';
import { drawingOf } from './studyDrawing';
import { savePng, saveSvg, saveText } from './save';
import { headingOf } from './studyText';
import { csvOf } from './table';
import { pathsOf } from './formState';

export type FileName = 'json' | 'csv' | 'means' | 'ndjson' | 'svg' | 'png';

interface Files {
  /** Why it could not be saved; null where it was. */
  save(name: FileName): Promise<string | null>;
}

export function filesOf(controller: StudiesController, catalog: Catalog, version: string | null): Files {
  const { form, settings } = controller.store.getState();
  const { study, lines } = controller.sweep.store.getState();
  const stem = `${stemOf(form?.scenario.title ?? '') || 'study'}-study`;
  return {
    async save(name) {
      const wanted = controller.study();
      if (!form || !wanted) return 'The study cannot be read yet.';
      if (name === 'json') {
        const minimal = await controller.minimal(wanted);
        saveText(`${stem}.json`, `${JSON.stringify(minimal, null, 2)}\n`, 'application/json');
        return null;
      }
      if (!study) return 'There are no runs yet.';
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
        if (!drawing) return 'There are no curves yet.';
        if (name === 'svg') saveSvg(`${stem}.svg`, drawing, origin);
        else if (!(await savePng(`${stem}.png`, drawing, origin)))
          return 'This browser cannot draw the picture.';
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
  const { title, seed } = isRecord(scenario) ? scenario : {};
  return {
    title: typeof title === 'string' ? title : '',
    seed: typeof seed === 'number' ? seed : 1,
    engine,
    link: link.ok ? link.url : null,
  };
}
