/**
 * Statistics of the run so far, as the command-line program prints them, with the measured interval and the digest that
 * proves two runs equal.
 */
import { use, useEffect, useRef, useState } from 'react';
import { originText } from '../charts/figure';
import { LineKey } from '../plot/LineKey';
import { drawingFile } from '../plot/drawing';
import { figure } from '../controls/quantity';
import { AdviseContext } from '../controls/studyActions';
import { WarningList } from '../controls/WarningList';
import type { Catalog } from '../engine/catalog';
import { stylesById, type GroupStyle } from '../engine/groupStyles';
import type { GroupSummary, Summary } from '../engine/summary';
import { useLab, useLabActions, useThisLab } from '../lab/context';
import { allWarnings, countOf } from '../lab/warnings';
import type { Edit } from '../scenario/types';
import { TextWithTerms } from '../learn/TextWithTerms';
import { bringIntoView } from '../ui/intoView';
import { Table } from '../ui/Table';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { notify } from '../ui/notices';
import type { Origin } from '../url/carried';
import { download, stemOf } from '../url/file';
import { mixedEdits, textOfEdits } from './edits';
import { COMMON, SUMMARY } from './lazyStrings';
import { groupRows, linkRows, linksOf, namesOf, type Names, type StatisticRow } from './statistics';
import { summaryFile, SUMMARY_KINDS, type SummaryKind } from './summaryFiles';
import { summaryDrawing } from './summaryPicture';

const REFRESH_MS = 1000;
const NO_EDITS: Edit[] = [];

/** Body of the summary panel; asks for the statistics every second. */
export function SummaryStatistics() {
  const summary = useSummary();
  const actions = useLabActions();
  const { catalog, warmup_s, version, layout, edits } = useLab((s) => ({
    catalog: s.catalog,
    warmup_s: s.current?.warmup_s ?? 0,
    edits: s.document?.edits ?? NO_EDITS,
    layout: s.layout,
    version: s.engine.version,
  }));
  const there = summary !== null;
  const body = useRef<HTMLDivElement>(null);
  // Shows the panel from its top when it is opened.
  useEffect(() => {
    if (there) bringIntoView(body.current?.closest('details') ?? null, 'start');
  }, [there]);
  if (!summary || !catalog) return <p className="note">{SUMMARY.empty}</p>;
  const links = linksOf(summary);
  const looks = stylesById(layout?.groups ?? []);
  const names = namesOf(layout);
  const mixed = mixedEdits(edits, warmup_s, summary.now_s);
  const measured = measuredText(summary, warmup_s, mixed);
  return (
    <div className="statistics column spaced" ref={body}>
      <p className="note">{measured}</p>
      {mixed.length > 0 && <Button onClick={actions.restart}>{COMMON.restart}</Button>}
      <Warnings />
      <Sentences
        groups={summary.groups}
        look={(id) => looks.get(id)}
        names={names}
        bottlenecks={summary.bottlenecks}
      />
      <StatisticTable
        caption={SUMMARY.links}
        rows={linkRows(catalog, links)}
        items={links}
        name={names.link}
      />
      <StatisticTable
        caption={SUMMARY.groups}
        rows={groupRows(catalog, summary.groups)}
        items={summary.groups}
        name={names.group}
        look={({ id }) => looks.get(id)}
      />
      <dl className="proof">
        <dt>{SUMMARY.digest}</dt>
        <dd>
          <code data-testid="digest" data-seconds={summary.now_s}>
            {summary.digest}
          </code>
          <Button quiet icon="copy" hint={SUMMARY.copy} onClick={() => void copyProof(summary)} />
        </dd>
        <dt>{SUMMARY.time}</dt>
        <dd>{figure(summary.now_s, 's', 9)}</dd>
        <dt>{SUMMARY.seed}</dt>
        <dd>{summary.seed}</dd>
        <dt>{SUMMARY.engine}</dt>
        <dd>{version ?? summary.engine}</dd>
        <dt>{SUMMARY.forwarded}</dt>
        <dd>{figure(summary.packets_forwarded, 'packets', 9)}</dd>
      </dl>
      <SaveSummary summary={summary} measured={measured} looks={looks} names={names} />
    </div>
  );
}

/** Describes the measured interval and the edits within it. */
function measuredText({ now_s, measured_s }: Summary, warmup_s: number, mixed: readonly Edit[]): string {
  const mix = mixed.length > 0 ? SUMMARY.mixed(textOfEdits(mixed)) : '';
  const measured = figure(measured_s, 's', 4);
  const warmup = figure(warmup_s, 's', 4);
  return now_s > warmup_s ? SUMMARY.measured(measured, warmup) + mix : SUMMARY.warmingUp(measured, warmup);
}

interface SaveProps {
  summary: Summary;
  measured: string;
  looks: ReadonlyMap<string, GroupStyle>;
  names: Names;
}

/** Buttons that save the statistics in files; each file contains the link to its experiment. */
function SaveSummary({ summary, measured, looks, names }: SaveProps) {
  const { sharing, store } = useThisLab();
  const save = async (kind: SummaryKind): Promise<void> => {
    const { catalog } = store.getState();
    if (!catalog) return;
    const origin = await sharing.origin();
    const blob = await fileOf(kind, origin, catalog);
    if (blob) download(`${stemOf(origin.title) || 'bufferlab'}-summary.${kind}`, blob);
    else notify(SUMMARY.notDrawn, 'refused');
  };
  const fileOf = async (kind: SummaryKind, origin: Origin, catalog: Catalog): Promise<Blob | null> => {
    if (kind === 'csv' || kind === 'json')
      return new Blob([summaryFile(kind, summary, catalog, origin)], { type: TYPES[kind] });
    const drawing = summaryDrawing(summary, catalog, measured, looks, names, origin);
    return drawingFile(kind, drawing, originText(origin), origin);
  };
  return (
    <p className="save-summary row tight">
      {SUMMARY.saveAs}
      {SUMMARY_KINDS.map((kind) => (
        <Button
          key={kind}
          label={SUMMARY.save(kind.toUpperCase())}
          onClick={() => void save(kind)}
          text={kind.toUpperCase()}
        />
      ))}
    </p>
  );
}

const TYPES = { csv: 'text/csv', json: 'application/json' };

/** Warnings that limit what the statistics show. */
function Warnings() {
  const warnings = useLab(allWarnings);
  if (warnings.length === 0) return null;
  return (
    <section aria-label={SUMMARY.warnings}>
      <details>
        <summary className="warned-figures">
          <Icon name="warning" /> {countOf(warnings)}
        </summary>
        <WarningList warnings={warnings} leads folds />
      </details>
    </section>
  );
}

interface SentencesProps {
  groups: readonly GroupSummary[];
  /** Style in which a group is drawn. */
  look(id: string): GroupStyle | undefined;
  names: Names;
  /** Bottlenecks whose remedies can be compared. */
  bottlenecks: readonly { id: string }[];
}

/** Lists the sentences of the engine about the users of each group, with a button that asks what helps them. */
function Sentences({ groups, look, names, bottlenecks }: SentencesProps) {
  const advise = use(AdviseContext);
  const said = groups.filter(({ sentence }) => sentence);
  if (said.length === 0) return null;
  return (
    <>
      <ul className="sentences" aria-label={SUMMARY.sentences}>
        {said.map(({ id, sentence }) => {
          const its = look(id);
          return (
            <li key={id}>
              {its && <LineKey {...its} width={2} />} {SUMMARY.says(names.group(id), sentence)}
            </li>
          );
        })}
      </ul>
      {advise &&
        bottlenecks.map(({ id }) => (
          <Button
            key={id}
            kind="link"
            onClick={() => advise(id, 'remedies')}
            text={bottlenecks.length > 1 ? SUMMARY.remediesAt(names.link(id)) : SUMMARY.remedies}
          />
        ))}
    </>
  );
}

interface TableProps<T> {
  caption: string;
  rows: StatisticRow<T>[];
  items: T[];
  /** Returns the name of an item with this id. */
  name(id: string): string;
  /** Style in which an item is drawn. */
  look?(item: T): GroupStyle | undefined;
}

/** Table with a column per item and a row per measure. */
function StatisticTable<T extends { id: string }>({ caption, rows, items, name, look }: TableProps<T>) {
  if (items.length === 0) return null;
  return (
    <Table
      area="statistic-table"
      caption={<caption className="visually-hidden">{caption}</caption>}
      heads={[
        caption,
        ...items.map((item) => {
          const its = look?.(item);
          return its ? [<LineKey key="key" {...its} width={2} />, name(item.id)] : name(item.id);
        }),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.measure} title={row.help}>
          <th scope="row">
            <TextWithTerms text={row.label} />
          </th>
          {items.map((item) => (
            <td key={item.id}>{row.text(item)}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

/** Asks for the summary every second and whenever the run changes state; returns the last answer. */
function useSummary(): Summary | null {
  const actions = useLabActions();
  const [summary, setSummary] = useState<Summary | null>(null);
  const { run, playing, t_s, ready } = useLab((s) => ({
    run: s.run.run,
    playing: s.run.playing,
    // A paused run is asked again after each step.
    t_s: s.run.playing ? null : s.run.t_s,
    ready: s.engine.status === 'ready',
  }));
  useEffect(() => {
    if (!ready) return;
    const gone = new AbortController();
    const ask = (): void => {
      // While the engine is busy or being replaced, the last answer stays.
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
    await navigator.clipboard.writeText(SUMMARY.proof(digest, now_s, seed, engine));
    notify(SUMMARY.copied);
  } catch {
    notify(SUMMARY.notCopied, 'refused');
  }
}
