/** The files of a study that is here: what each holds, and under which name. */
import type { Catalog } from '../engine/catalog';
import { isRecord } from '../scenario/path';
import { csvWith, linesWith, type Origin } from '../url/carried';
import { stemOf } from '../url/file';
import type { CurvesDesk } from './desk';
import { meansCsvOf } from './means';
import { named } from './measures';
import { measureAt, offeredBy } from './offer';
import { drawingOf } from './paper';
import { savePng, saveSvg, saveText } from './save';
import { headingOf } from './say';
import { csvOf } from './table';
import { pathsOf } from './wish';

export type FileName = 'json' | 'csv' | 'means' | 'ndjson' | 'svg' | 'png';

interface Files {
  /** Why it could not be saved; null where it was. */
  save(name: FileName): Promise<string | null>;
}

export function filesOf(desk: CurvesDesk, catalog: Catalog, version: string | null): Files {
  const { wish, look } = desk.store.getState();
  const { study, lines } = desk.sweep.store.getState();
  const stem = `${stemOf(wish?.scenario.title ?? '') || 'study'}-study`;
  return {
    async save(name) {
      const wanted = desk.study();
      if (!wish || !wanted) return 'The study cannot be read yet.';
      if (name === 'json') {
        const minimal = await desk.minimal(wanted);
        saveText(`${stem}.json`, `${JSON.stringify(minimal, null, 2)}\n`, 'application/json');
        return null;
      }
      if (!study) return 'There are no runs yet.';
      const origin = await originOf(desk, study.scenario, version);
      if (name === 'ndjson') {
        saveText(`${stem}.ndjson`, linesWith(desk.sweep.text(), origin), 'application/x-ndjson');
      } else if (name === 'csv') {
        const texts = desk.sweep.text().trimEnd().split('\n');
        saveText(`${stem}.csv`, csvWith(csvOf(texts, pathsOf(study).flat(), []), origin), 'text/csv');
      } else if (name === 'means') {
        const means = meansCsvOf(lines, pathsOf(study).flat(), wish.measures);
        saveText(`${stem}-means.csv`, csvWith(means, origin), 'text/csv');
      } else {
        const offer = offeredBy(catalog, wish.scenario);
        const drawing = await drawingOf({
          heading: headingOf(wish, offer.fields, offer.measures),
          measures: named(wish.measures.map((path) => measureAt(offer, path))),
          origin,
          desk: desk.models,
          ...{ study, lines, offer, look, catalog },
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

async function originOf(desk: CurvesDesk, scenario: unknown, engine: string | null): Promise<Origin> {
  const link = await desk.link();
  const { title, seed } = isRecord(scenario) ? scenario : {};
  return {
    title: typeof title === 'string' ? title : '',
    seed: typeof seed === 'number' ? seed : 1,
    engine,
    link: link.ok ? link.url : null,
  };
}
