/** The runs that were kept: each a link that opens it again; behind which one stays; and one more out of a link. */
import { useEffect, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import { quantityText } from '../charts/format';
import { measuresOf } from '../curves/measures';
import { useLab, useThisLab } from '../lab/context';
import { titleOf } from '../lab/keeping';
import { Icon } from '../ui/Icon';
import type { CompareController } from './controller';
import { namesOf } from './naming';
import type { SavedRun } from './savedRunStore';

export function SavedRuns({ controller }: { controller: CompareController }) {
  const { runs, behind } = useStore(controller.store);
  const { catalog, document } = useLab((state) => ({ catalog: state.catalog, document: state.document }));
  const names = useMemo(() => {
    if (!catalog || !document) return [];
    return namesOf(catalog, [document, ...runs.map((run) => run.document)]).slice(1);
  }, [catalog, document, runs]);
  return (
    <section aria-label="Kept runs">
      {runs.length > 0 && (
        <>
          <h3>Kept runs</h3>
          <ul className="kept-runs">
            {runs.map((run, i) => (
              <KeptRow
                key={run.id}
                controller={controller}
                run={run}
                name={names[i] ?? titleOf(run.document)}
                behind={behind === run.id}
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
  behind: boolean;
}

function KeptRow({ controller, run, name, behind }: RowProps) {
  const href = useHref(run);
  return (
    <li>
      <div className="kept-run">
        <a
          href={href ?? '#'}
          title="Open this run in front"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void controller.takeUp(run.id);
          }}
        >
          {name}
        </a>
        <span className="note">
          seed {run.document.seed}, {figure(run.t_s, 's', 4)}
          <Figures run={run} />
        </span>
      </div>
      <button
        type="button"
        className="button quiet"
        aria-pressed={behind}
        aria-label={`${name} behind the run in front`}
        onClick={() => (behind ? controller.clear() : void controller.putBehind(run.id))}
      >
        Behind
      </button>
      <button
        type="button"
        className="button quiet icon-only"
        aria-label={`Keep ${name} no longer`}
        title="Keep it no longer"
        onClick={() => controller.remove(run.id)}
      >
        <Icon name="remove" />
      </button>
    </li>
  );
}

/** Its first two figures: losses of a link, say. */
function Figures({ run }: { run: SavedRun }) {
  const catalog = useLab((state) => state.catalog);
  if (!catalog) return null;
  const measures = measuresOf(catalog, run.document);
  const texts = Object.entries(run.figures)
    .slice(0, 2)
    .flatMap(([path, value]) => {
      const measure = measures.find((one) => one.path === path);
      if (!measure) return [];
      return `${measure.label} ${quantityText(Number(value.toPrecision(3)), measure.quantity)}`;
    });
  return texts.length > 0 ? <>; {texts.join(', ')}</> : null;
}

/** Where the run's link leads; null until it is written, or where it is too big for one. */
function useHref({ document, t_s }: SavedRun): string | null {
  const { sharing } = useThisLab();
  const [href, setHref] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    void sharing.linkTo(document, { t_s, play: false }).then((link) => {
      if (!gone) setHref(link);
    });
    return () => {
      gone = true;
    };
  }, [sharing, document, t_s]);
  return href;
}

function LinkField({ controller }: { controller: CompareController }) {
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const compare = (): void => {
    void controller.compareWith(text).then((why) => {
      setProblem(why);
      if (why === null) setText('');
    });
  };
  return (
    <form
      className="compare-link"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') compare();
      }}
    >
      <label htmlFor={id}>Compare with a link</label>
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
        <button type="submit" className="button" disabled={text.trim() === ''}>
          Compare
        </button>
      </div>
      <p id={`${id}-problem`} className="problem" role="alert" hidden={problem === null}>
        {problem}
      </p>
    </form>
  );
}
