/** The page behind `?bench`: shows the benchmark in place of the lab. */
import './bench.css';
import { createRoot } from 'react-dom/client';
import { Boundary } from '../ui/Boundary';
import { Bench } from './Bench';
import { Benchmark } from './benchmark';
import { casesNamed, wordsIn } from './cases';
import { PAGE } from './strings';

/** Shows the benchmark with the cases that the address names. */
export function startBench(root: HTMLElement): void {
  document.title = PAGE.title;
  const benchmark = new Benchmark(casesNamed(wordsIn(location.search)));
  const place = { userAgent: navigator.userAgent, cores: navigator.hardwareConcurrency };
  createRoot(root).render(
    <Boundary part={null}>
      <Bench benchmark={benchmark} place={place} />
    </Boundary>,
  );
}
