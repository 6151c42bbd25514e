/** Table of the results of both runs: of one run each, or means over several seeds. */
import { Fragment, useMemo } from 'react';
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import { useLab } from '../lab/context';
import type { Baseline } from '../lab/state';
import type { CompareController } from './controller';
import {
  NOTHING,
  differentSentences,
  isSameTime,
  rowsOfRuns,
  rowsOfSeeds,
  type ComparedRow,
} from './comparedRows';
import { comparedMeasures } from './comparedMeasures';
import { TABLE } from './strings';
import { useSummaries, type Summaries } from './useSummaries';

/** Shows one row per measure, grouped by part of the network. */
export function CompareTable({
  controller,
  baseline,
}: {
  controller: CompareController;
  baseline: Baseline;
}) {
  const { catalog, document } = useLab((state) => ({ catalog: state.catalog, document: state.document }));
  const both = useSummaries(controller, baseline);
  const replications = useStore(controller.replications.store);
  const measures = useMemo(
    () => (catalog && document ? comparedMeasures(catalog, document, baseline.document) : []),
    [catalog, document, baseline.document],
  );
  const bySeeds = replications.phase === 'done';
  const all = bySeeds ? rowsOfSeeds(measures, replications) : both ? rowsOfRuns(measures, both) : [];
  // A measured run has only some of the measures.
  const rows = baseline.measured ? all.filter((row) => row.baseline !== NOTHING) : all;
  if (rows.length === 0) return <p className="note">{TABLE.empty}</p>;
  return (
    <>
      <div className="figure-table" role="region" aria-label={TABLE.name} tabIndex={0}>
        <table className="compare-table">
          <caption className="visually-hidden">{TABLE.caption(baseline.name, baseline.currentName)}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{TABLE.measure}</span>
              </th>
              <th scope="col" title={TABLE.baseline(baseline.name)}>
                <span>{narrow(baseline.name)}</span>
              </th>
              <th scope="col" title={TABLE.current(baseline.currentName)}>
                <span>{narrow(baseline.currentName)}</span>
              </th>
              <th scope="col">{TABLE.difference}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <Fragment key={row.measure.path}>
                {row.measure.owner !== rows[i - 1]?.measure.owner && <Owner row={row} />}
                <Row row={row} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {!bySeeds && both && <Sentences both={both} baseline={baseline} />}
      <p className="note" data-testid="compared-over">
        {bySeeds
          ? seedsText(replications.current, replications.seeds)
          : both
            ? baseline.measured
              ? measuredText(both)
              : singleRunText(both)
            : ''}
      </p>
    </>
  );
}

/** Lists the sentences about the users of groups in both runs, where they differ. */
function Sentences({ both, baseline }: { both: Summaries; baseline: Baseline }) {
  const said = differentSentences(both);
  if (said.length === 0) return null;
  return (
    <ul className="compare-sentences" aria-label={TABLE.sentences}>
      {said.map(({ group, before, after }) => (
        <li key={group}>
          {TABLE.said(group, baseline.name, before)}
          <br />
          {TABLE.said(group, baseline.currentName, after)}
        </li>
      ))}
    </ul>
  );
}

function Owner({ row }: { row: ComparedRow }) {
  return (
    <tr className="compare-owner">
      <th scope="rowgroup" colSpan={4}>
        {row.measure.owner}
      </th>
    </tr>
  );
}

function Row({ row }: { row: ComparedRow }) {
  const { measure, label, baseline, current, difference, halfWidth, verdict } = row;
  return (
    <tr title={measure.help} data-measure={measure.path}>
      <th scope="row">{label}</th>
      <td>{baseline}</td>
      <td>{current}</td>
      <td>
        {difference}
        {halfWidth && <span className="compare-interval"> {halfWidth}</span>}
        {verdict && <span className="compare-verdict">{verdict}</span>}
      </td>
    </tr>
  );
}

/** Returns the note below results of a measured and a simulated run. */
function measuredText({ current, baseline }: Summaries): string {
  return TABLE.measured(figure(baseline.measured_s, 's', 4), figure(current.measured_s, 's', 4));
}

/** Returns the note below results of one run each. */
function singleRunText({ current, baseline }: Summaries): string {
  if (!isSameTime(current.now_s, baseline.now_s)) return TABLE.differentTimes;
  const seeds = [...new Set([baseline.seed, current.seed])];
  return TABLE.single(seeds, figure(current.measured_s, 's', 4));
}

/** Returns the note below results of several seeds. */
function seedsText(lines: readonly { seed: number }[], n: number): string {
  const seeds = lines.map(({ seed }) => seed);
  const [least, most] = [Math.min(...seeds), Math.max(...seeds)];
  return TABLE.paired(n, least, most);
}

/** Allows a line break between a number and its unit, for narrow columns. */
function narrow(name: string): string {
  return name.replaceAll('\u00a0', ' ');
}
