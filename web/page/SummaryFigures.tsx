/**
 * The figures of the run so far, as the native program prints them: what was measured, since when, and
 * the digest that proves two runs equal.
 */
import { useEffect, useRef, useState } from 'react';
import { originText } from '../charts/figure';
import { LineKey } from '../charts/LineKey';
import { pngOfDrawing, svgOfDrawing } from '../charts/onPaper';
import { figure } from '../controls/quantity';
import { WarningList } from '../controls/WarningList';
import type { Catalog } from '../engine/catalog';
import { looksById, type Look } from '../engine/looks';
import type { GroupInfo } from '../engine/protocol';
import type { Summary } from '../engine/summary';
import { useLab, useLabActions, useThisLab } from '../lab/context';
import { allWarnings, countOf } from '../lab/warnings';
import type { Edit } from '../scenario/types';
import { TextWithTerms } from '../learn/TextWithTerms';
import { Icon } from '../ui/Icon';
import { notify } from '../ui/notices';
import type { Origin } from '../url/carried';
import { download, stemOf } from '../url/file';
import { editsText, mixedEdits } from './edits';
import { groupRows, linkRows, linksOf, type FigureRow } from './figures';
import { summaryFile, SUMMARY_KINDS, type SummaryKind } from './summaryFiles';
import { summaryDrawing } from './summaryPicture';

const REFRESH_MS = 1000;
const NONE: GroupInfo[] = [];
const NO_EDITS: Edit[] = [];

export function SummaryFigures() {
  const summary = useSummary();
  const actions = useLabActions();
  const { warmup_s, version, groups, edits } = useLab((s) => ({
    warmup_s: s.current?.warmup_s ?? 0,
    edits: s.document?.edits ?? NO_EDITS,
    groups: s.layout?.groups ?? NONE,
    version: s.engine.version,
  }));
  const there = summary !== null;
  const figures = useRef<HTMLDivElement>(null);
  // What was unfolded is meant to be seen, not the last lines of what stands above it.
  useEffect(() => {
    const foot = figures.current?.closest('.side-foot');
    const panel = figures.current?.closest('details');
    if (there && foot && panel) foot.scrollTop = panel.offsetTop;
  }, [there]);
  if (!summary) return <p className="note">Figures appear with the first simulated second.</p>;
  const looks = looksById(groups);
  const mixed = mixedEdits(edits, warmup_s, summary.now_s);
  const measured = measuredText(summary, warmup_s, mixed);
  return (
    <div className="figures" ref={figures}>
      <p className="note">{measured}</p>
      {mixed.length > 0 && (
        <button type="button" className="button" onClick={actions.restart}>
          Restart with these settings
        </button>
      )}
      <Warnings />
      <FigureTable caption="Links" rows={linkRows} items={linksOf(summary)} />
      <FigureTable
        caption="Groups"
        rows={groupRows}
        items={summary.groups}
        look={({ id }) => looks.get(id)}
      />
      <dl className="proof">
        <dt>Digest</dt>
        <dd>
          <code data-testid="digest" data-seconds={summary.now_s}>
            {summary.digest}
          </code>
          <button
            type="button"
            className="button quiet icon-only"
            aria-label="Copy digest, seed and version"
            title="Copy digest, seed and version"
            onClick={() => void copyProof(summary)}
          >
            <Icon name="copy" />
          </button>
        </dd>
        <dt>At</dt>
        <dd>{figure(summary.now_s, 's', 9)}</dd>
        <dt>Seed</dt>
        <dd>{summary.seed}</dd>
        <dt>Engine</dt>
        <dd>{version ?? summary.engine}</dd>
        <dt>Forwarded</dt>
        <dd>{figure(summary.packets_forwarded, 'packets', 9)}</dd>
      </dl>
      <SaveSummary summary={summary} measured={measured} looks={looks} />
    </div>
  );
}

/** Over which part of the run the figures are, and which changes fall into it. */
function measuredText({ now_s, measured_s }: Summary, warmup_s: number, mixed: readonly Edit[]): string {
  const mix = mixed.length > 0 ? ` ${editsText(mixed)}: they mix what was before and after.` : '';
  const measured = figure(measured_s, 's', 4);
  const warmup = figure(warmup_s, 's', 4);
  return now_s > warmup_s
    ? `Measured over ${measured}, from ${warmup} on.${mix}`
    : `The whole run so far, ${measured}; from ${warmup} on, the warm-up is left out.`;
}

interface SaveProps {
  summary: Summary;
  measured: string;
  looks: ReadonlyMap<string, Look>;
}

/** The figures as they stand, in files that open their experiment again. */
function SaveSummary({ summary, measured, looks }: SaveProps) {
  const { sharing, store } = useThisLab();
  const save = async (kind: SummaryKind): Promise<void> => {
    const { catalog } = store.getState();
    if (!catalog) return;
    const origin = await sharing.origin();
    const blob = await fileOf(kind, origin, catalog);
    if (blob) download(`${stemOf(origin.title) || 'bufferlab'}-summary.${kind}`, blob);
    else notify('The browser could not draw the picture; SVG holds the same.', 'refused');
  };
  const fileOf = async (kind: SummaryKind, origin: Origin, catalog: Catalog): Promise<Blob | null> => {
    if (kind === 'csv' || kind === 'json')
      return new Blob([summaryFile(kind, summary, catalog, origin)], { type: TYPES[kind] });
    const drawing = summaryDrawing(summary, measured, looks, origin);
    if (kind === 'png') return pngOfDrawing(drawing, origin);
    return new Blob([svgOfDrawing(drawing, originText(origin), origin, 'summary')], { type: TYPES.svg });
  };
  return (
    <p className="save-summary">
      Save as
      {SUMMARY_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="button"
          aria-label={`Save the summary as ${kind.toUpperCase()}`}
          onClick={() => void save(kind)}
        >
          {kind.toUpperCase()}
        </button>
      ))}
    </p>
  );
}

const TYPES = { csv: 'text/csv', json: 'application/json', svg: 'image/svg+xml' };

/** What to know before the figures are believed. */
function Warnings() {
  const warnings = useLab(allWarnings);
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Warnings of these figures">
      <details>
        <summary className="warned-figures">
          <Icon name="warning" /> {countOf(warnings)}
        </summary>
        <WarningList warnings={warnings} leads folds />
      </details>
    </section>
  );
}

interface TableProps<T> {
  caption: string;
  rows: FigureRow<T>[];
  items: T[];
  /** How a thing looks where it is drawn. */
  look?(item: T): Look | undefined;
}

/** One column per thing, one row per figure. */
function FigureTable<T extends { id: string }>({ caption, rows, items, look }: TableProps<T>) {
  const shown = rows.filter((row) => row.applies?.(items) ?? true);
  if (items.length === 0) return null;
  return (
    <div className="figure-table">
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{caption}</th>
            {items.map((item) => {
              const its = look?.(item);
              return (
                <th key={item.id} scope="col">
                  {its && <LineKey {...its} width={2} />}
                  {item.id}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.help} title={row.help}>
              <th scope="row">
                <TextWithTerms text={row.label} />
              </th>
              {items.map((item) => (
                <td key={item.id}>{row.text(item)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Asks once per second, and again when the run changes state; keeps the last answer meanwhile. */
function useSummary(): Summary | null {
  const actions = useLabActions();
  const [summary, setSummary] = useState<Summary | null>(null);
  const { run, playing, t_s, ready } = useLab((s) => ({
    run: s.run.run,
    playing: s.run.playing,
    // A paused run is asked again when it was stepped.
    t_s: s.run.playing ? null : s.run.t_s,
    ready: s.engine.status === 'ready',
  }));
  useEffect(() => {
    if (!ready) return;
    const gone = new AbortController();
    const ask = (): void => {
      // Where the engine is busy or was replaced, the figures shown stay until the next answer.
      actions.summary(gone.signal).then(setSummary, () => undefined);
    };
    ask();
    const timer = playing ? setInterval(ask, REFRESH_MS) : undefined;
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, [actions, run, playing, t_s, ready]);
  return summary;
}

async function copyProof({ digest, seed, engine, now_s }: Summary): Promise<void> {
  try {
    await navigator.clipboard.writeText(`digest ${digest} at ${now_s} s, seed ${seed}, engine ${engine}`);
    notify('Copied digest, seed and version.');
  } catch {
    notify('The browser does not allow copying here; select the digest instead.', 'refused');
  }
}
