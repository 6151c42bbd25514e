/** List of saved runs, each a link that opens it; the choice of the baseline; and a field for a run from a link. */
import { useEffect, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import { quantityText } from '../plot/format';
import { measuresOf } from '../studies/measures';
import { useLab, useThisLab } from '../lab/context';
import { titleOf } from '../lab/keeping';
import { Button } from '../ui/Button';
import { unlessGone } from '../ui/unlessGone';
import type { CompareController } from './controller';
import { namesOf } from './naming';
import type { SavedRun } from './savedRunStore';
import { SAVED_RUNS } from './strings';

/** Shows the list and the field. */
export function SavedRuns({ controller }: { controller: CompareController }) {
  const { runs, baselineId } = useStore(controller.store);
  const { catalog, document } = useLab((state) => ({ catalog: state.catalog, document: state.document }));
  const names = useMemo(() => {
    if (!catalog || !document) return [];
    return namesOf(catalog, [document, ...runs.map((run) => run.document)]).slice(1);
  }, [catalog, document, runs]);
  return (
    <section aria-label={SAVED_RUNS.name}>
      {runs.length > 0 && (
        <>
          <h3>{SAVED_RUNS.name}</h3>
          <ul className="saved-runs">
            {runs.map((run, i) => (
              <SavedRunRow
                key={run.id}
                controller={controller}
                run={run}
                name={names[i] ?? titleOf(run.document)}
                isBaseline={baselineId === run.id}
              />
            ))}
          </ul>
        </>
      )}
      <LinkField controller={controller} />
    </section>
  );
}

interface RowProps {
  controller: CompareController;
  run: SavedRun;
  name: string;
  isBaseline: boolean;
}

function SavedRunRow({ controller, run, name, isBaseline }: RowProps) {
  const href = useHref(run);
  return (
    <li>
      <div className="saved-run column">
        <a
          href={href ?? '#'}
          title={SAVED_RUNS.open}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void controller.open(run.id);
          }}
        >
          {name}
        </a>
        <span className="note">
          {SAVED_RUNS.details(run.document.seed, figure(run.t_s, 's', 4))}
          <Results run={run} />
        </span>
      </div>
      <Button
        quiet
        label={SAVED_RUNS.showBaseline(name)}
        aria-pressed={isBaseline}
        onClick={() => (isBaseline ? controller.hideBaseline() : void controller.showBaseline(run.id))}
        text={SAVED_RUNS.baseline}
      />
      <Button
        quiet
        icon="remove"
        label={SAVED_RUNS.remove(name)}
        title={SAVED_RUNS.removeHelp}
        onClick={() => controller.remove(run.id)}
      />
    </li>
  );
}

/** First two results of a run, for example losses of a link. */
function Results({ run }: { run: SavedRun }) {
  const catalog = useLab((state) => state.catalog);
  if (!catalog) return null;
  const measures = measuresOf(catalog, run.document);
  const texts = Object.entries(run.figures)
    .slice(0, 2)
    .flatMap(([path, value]) => {
      const measure = measures.find((one) => one.path === path);
      if (!measure) return [];
      return SAVED_RUNS.result(measure.label, quantityText(value, measure.quantity, 3));
    });
  return texts.length > 0 ? <>{SAVED_RUNS.results(texts)}</> : null;
}

/** Returns the link to a run; null until it is written, or if the run is too large for a link. */
function useHref({ document, t_s }: SavedRun): string | null {
  const { sharing } = useThisLab();
  const [href, setHref] = useState<string | null>(null);
  useEffect(
    () => unlessGone(sharing.linkTo(document, { t_s, play: false }), setHref),
    [sharing, document, t_s],
  );
  return href;
}

/** Field for a link whose experiment becomes the baseline. */
function LinkField({ controller }: { controller: CompareController }) {
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const compare = (): void => {
    void controller.compareWith(text).then((found) => {
      setProblem(found);
      if (found === null) setText('');
    });
  };
  return (
    <form
      className="compare-link column tight"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') compare();
      }}
    >
      <label htmlFor={id}>{SAVED_RUNS.link}</label>
      <div className="link-row">
        <input
          id={id}
          className="input"
          value={text}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Button submit disabled={text.trim() === ''} text={SAVED_RUNS.compare} />
      </div>
      <p id={`${id}-problem`} className="problem" role="alert" hidden={problem === null}>
        {problem}
      </p>
    </form>
  );
}
