/** The legend of a run that is stopped says what its summary says. */
import { expect, it } from 'vitest';
import { overallOf } from '../web/samples/columns';
import { compiledEngine, presetOf, runOf } from './run';

const SERIES = ['link.r0.loss_tcp', 'link.r0.utilization', 'link.r0.queue_packets', 'group.tcp.loss'];

it('loss, utilization and queue of the measured part are those of the summary, to the sample', () => {
  const engine = compiledEngine();
  const run = runOf(engine, presetOf(engine, 'one-flow'), 190);
  const { frame } = run.frame({ series: SERIES, histograms: [], counts: [] });
  expect([frame.overall?.t0_s, frame.overall?.t1_s]).toEqual([50, 190]);
  const [lost, used, waited, ofGroup] = SERIES.map((id) => overallOf(frame, id)!.mean);
  const [bottleneck] = run.summary().bottlenecks;
  // Samples are a millisecond long, and hold single precision.
  expect(lost! / bottleneck!.loss.tcp!).toBeCloseTo(1, 3);
  expect(used! / bottleneck!.utilization!).toBeCloseTo(1, 3);
  expect(waited! / bottleneck!.mean_queue_packets!).toBeCloseTo(1, 3);
  // Of the one group that crosses the one link; a packet that is under way counts for neither yet.
  expect(ofGroup! / lost!).toBeCloseTo(1, 2);
});

it('of a stretch that was chosen it is about that stretch, without the warm-up', () => {
  const engine = compiledEngine();
  const run = runOf(engine, presetOf(engine, 'one-flow'), 100);
  const needs = { series: SERIES, histograms: [], counts: [] };
  const { frame } = run.frame(needs, { follow_span_s: null, t0_s: 40, t1_s: 80 });
  expect(frame.overall).toMatchObject({ t0_s: 50, t1_s: 80 });
  const early = run.frame(needs, { follow_span_s: null, t0_s: 10, t1_s: 30 }).frame;
  expect(early.overall).toMatchObject({ t0_s: 10, t1_s: 30 });
});
