/** The benchmark's page: buttons and progress, table, charts, and the results as text. */
import { useStore } from 'zustand';
import { Button } from '../ui/Button';
import { ThemeToggle } from '../ui/ThemeToggle';
import { Bars } from './Bars';
import type { Benchmark, BenchState } from './benchmark';
import { WALL_S } from './measure';
import type { Place } from './report';
import { Report } from './Report';
import { ResultTable } from './ResultTable';
import { CHART, PAGE, RUN } from './strings';

interface Props {
  benchmark: Benchmark;
  place: Place;
}

/** The whole page of the benchmark. */
export function Bench({ benchmark, place }: Props) {
  const state = useStore(benchmark.store);
  const { rows } = state;
  return (
    <>
      <header className="header row tight">
        <h1>{PAGE.title}</h1>
        <a className="bench-lab" href="./" children={PAGE.lab} />
        <ThemeToggle />
      </header>
      <main className="bench">
        {rows.length === 0 ? (
          <p role="alert">
            {PAGE.none} <a href="?bench" children={PAGE.cases} />
          </p>
        ) : (
          <>
            <p>{PAGE.about(rows.length, WALL_S)}</p>
            <Controls benchmark={benchmark} state={state} />
            <ResultTable rows={rows} />
            <Bars rows={rows} title={CHART.packets} value={({ packets_per_s }) => packets_per_s / 1e6} />
            <Bars
              rows={rows}
              title={CHART.simulated}
              value={(result) => result.simulated_per_s}
              logarithmic
            />
            <Report rows={rows} place={place} />
          </>
        )}
      </main>
    </>
  );
}

/** Button that starts or cancels, and the progress. */
function Controls({ benchmark, state }: { benchmark: Benchmark; state: BenchState }) {
  const { phase, done } = state;
  const running = phase === 'running';
  return (
    <div className="bench-controls row wrap">
      {running ? (
        <Button key="cancel" onClick={() => benchmark.cancel()} text={RUN.cancel} />
      ) : (
        <Button
          key="start"
          primary
          onClick={() => void benchmark.start()}
          text={phase === 'ready' ? RUN.start : RUN.again}
        />
      )}
      {running && <progress aria-label={RUN.bar} max={1} value={done} />}
      <p className="note" role="status" data-testid="bench-status" data-phase={phase}>
        {statusText(state)}
      </p>
    </div>
  );
}

function statusText({ phase, rows }: BenchState): string {
  if (phase !== 'running') return RUN[phase];
  const index = rows.findIndex(({ state }) => state === 'running');
  return index < 0 ? '' : RUN.running(rows[index]!.item.name, index + 1, rows.length);
}
