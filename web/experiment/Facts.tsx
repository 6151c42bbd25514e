/** Facts that follow from the answers: buffer, access links, starts, warm-up, length, and cautions about them. */
import { formatRounded } from '../controls/quantity';
import type { Answers } from './answers';
import type { Experiment } from './makeExperiment';
import { constantRate } from './services';
import { FACT } from './strings';
import { LONGEST_S } from './times';

/** Number of packets that takes minutes to simulate. */
const MANY = 1e8;

/** Facts about the experiment of the answers. */
export function Facts({ answers, experiment }: { answers: Answers; experiment: Experiment }) {
  const { buffer, times, access_bps, packets } = experiment;
  return (
    <section className="new-facts column" aria-label={FACT.title}>
      <dl className="facts">
        <Fact name={FACT.buffer} text={FACT.bufferText(buffer)} />
        <Fact name={FACT.access} text={accessText(answers, access_bps)} />
        <Fact name={FACT.starts} text={FACT.startsText(seconds(times.starts_s))} />
        <Fact
          name={FACT.warmup}
          text={
            times.period_s === null
              ? FACT.warmupText(seconds(times.warmup_s))
              : FACT.settles(seconds(times.warmup_s), times.periods, seconds(times.period_s))
          }
        />
        <Fact
          name={FACT.measured}
          text={FACT.measuredText(seconds(times.duration_s - times.warmup_s), rounded(packets))}
        />
      </dl>
      {cautions(answers, experiment).map((text) => (
        <p key={text} className="new-caution">
          {text}
        </p>
      ))}
    </section>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function accessText({ rtt_s, flows, services }: Answers, access_bps: number): string {
  const rate = formatRounded(access_bps, 'b/s');
  const same = Math.max(flows, ...Object.values(services)) < 2;
  return FACT.accessText(rate, same, seconds(rtt_s * 0.9), seconds(rtt_s * 1.1));
}

function cautions(answers: Answers, { times, packets }: Experiment): string[] {
  const used = constantRate(answers);
  return [
    ...(times.settles_s > times.warmup_s ? [FACT.cut(seconds(times.settles_s), seconds(LONGEST_S))] : []),
    ...(used > answers.rate_bps ? [FACT.overload(rate(used), rate(answers.rate_bps))] : []),
    ...(packets > MANY ? [FACT.many(rounded(packets))] : []),
  ];
}

const seconds = (value: number): string => formatRounded(value, 's');
const rate = (value: number): string => formatRounded(value, 'b/s');
const rounded = (value: number): string => formatRounded(value, '', 2);
