/** The files of a study that is here: what each holds, and under which name. */
import type { Catalog } from '../engine/catalog';
import { isRecord } from '../scenario/path';
import type { Origin } from '../url/carried';
import { stemOf } from '../url/file';
import type { CurvesDesk } from './desk';
import { measureAt, offeredBy } from './offer';
import { drawingOf } from './paper';
import { savePng, saveSvg, saveText } from './save';
import { headingOf } from './say';
import { csvOf } from './table';
import { pathsOf } from './wish';

export type FileName = 'json' | 'csv' | 'ndjson' | 'svg' | 'png';

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
      if (name === 'ndjson') saveText(`${stem}.ndjson`, desk.sweep.text(), 'application/x-ndjson');
      else if (name === 'csv') {
        const texts = desk.sweep.text().trimEnd().split('\n');
        saveText(`${stem}.csv`, csvOf(texts, pathsOf(study).flat(), []), 'text/csv');
      } else {
        const offer = offeredBy(catalog, wish.scenario);
        const drawing = await drawingOf({
          heading: headingOf(wish, offer.fields, offer.measures),
          measures: wish.measures.map((path) => measureAt(offer, path)),
          origin: await originOf(desk, study.scenario, version),
          desk: desk.models,
          ...{ study, lines, offer, look, catalog },
        });
        if (!drawing) return 'There are no curves yet.';
        if (name === 'svg') saveSvg(`${stem}.svg`, drawing, await originOf(desk, study.scenario, version));
        else if (!(await savePng(`${stem}.png`, drawing, await originOf(desk, study.scenario, version))))
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
