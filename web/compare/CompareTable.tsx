/** Summaries runs in figures: of one run each, or means over the seeds that both were run with. */
import { Fragment, useMemo } from 'react';
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import { useLab } from '../lab/context';
import type { Behind } from '../lab/state';
import type { CompareController } from './controller';
import { isSameMoment, rowsOfRuns, rowsOfSeeds, type ComparedRow } from './comparedRows';
import { comparedMeasures } from './comparedMeasures';
import { useSummaries, type Summaries } from './useSummaries';

export function CompareTable({ controller, behind }: { controller: CompareController; behind: Behind }) {
  const { catalog, document } = useLab((state) => ({ catalog: state.catalog, document: state.document }));
  const both = useSummaries(controller, behind);
  const replications = useStore(controller.replications.store);
  const measures = useMemo(
    () => (catalog && document ? comparedMeasures(catalog, document, behind.document) : []),
    [catalog, document, behind.document],
  );
  const bySeeds = replications.phase === 'done';
  const rows = bySeeds ? rowsOfSeeds(measures, replications) : both ? rowsOfRuns(measures, both) : [];
  if (rows.length === 0) return <p className="note">Figures appear when both runs are there.</p>;
  return (
    <>
      <div className="figure-table" role="region" aria-label="Summaries runs in figures" tabIndex={0}>
        <table className="compare-table">
          <caption className="visually-hidden">
            {behind.name}, kept, and {behind.front}: figures and the difference
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Figure</span>
              </th>
              <th scope="col" title={`${behind.name}, kept`}>
                <span>{narrow(behind.name)}</span>
              </th>
              <th scope="col" title={`${behind.front}, in front`}>
                <span>{narrow(behind.front)}</span>
              </th>
              <th scope="col">difference</th>
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
      <p className="note" data-testid="compared-over">
        {bySeeds ? seedsText(replications.front, replications.seeds) : both ? momentText(both) : ''}
      </p>
    </>
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
  const { measure, label, kept, front, difference, around, verdict } = row;
  return (
    <tr title={measure.help} data-measure={measure.path}>
      <th scope="row">{label}</th>
      <td>{kept}</td>
      <td>{front}</td>
      <td>
        {difference}
        {around && <span className="compare-around"> {around}</span>}
        {verdict && <span className="compare-verdict">{verdict}</span>}
      </td>
    </tr>
  );
}

function momentText({ front, kept }: Summaries): string {
  if (!isSameMoment(front.now_s, kept.now_s))
    return 'The two are not at the same moment: no difference is given.';
  return `One run each with seed ${front.seed === kept.seed ? front.seed : `${kept.seed} and ${front.seed}`}, measured over ${figure(front.measured_s, 's', 4)}: how sure the difference is, only more seeds tell.`;
}

function seedsText(lines: readonly { seed: number }[], n: number): string {
  const seeds = lines.map(({ seed }) => seed);
  const [least, most] = [Math.min(...seeds), Math.max(...seeds)];
  return `Means of n = ${n} pairs of runs with seeds ${least} to ${most}. ± is the 95 % interval of the mean paired difference, of each row by itself.`;
}

/** In a narrow column a name is broken between a figure and its unit rather than within a word. */
function narrow(name: string): string {
  return name.replaceAll('\u00a0', ' ');
}
