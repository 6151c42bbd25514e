/** Parser and formatter of lists of flow numbers: `0-3, 17`. */
import type { GroupInfo } from '../engine/protocol';
import { FLOWS_FORM } from './lazyStrings';

/** Greatest number of flows that are recorded at once. */
export const MOST_FLOWS = 16;

/** Flow numbers of a text, or the reason why it is not accepted. */
export type FlowChoice = { ok: true; flows: number[] } | { ok: false; message: string };

/** Parses flow numbers, in the order of the text and without duplicates. */
export function flowsFromText(text: string, groups: readonly GroupInfo[]): FlowChoice {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const flows = new Set<number>();
  const end = groups.reduce((most, { first_flow, count }) => Math.max(most, first_flow + count), 0);
  for (const part of parts) {
    const match = /^(\d{1,9})(?:[-–](\d{1,9}))?$/.exec(part);
    const from = Number(match?.[1]);
    const to = match?.[2] === undefined ? from : Number(match[2]);
    if (!match || to < from) return { ok: false, message: FLOWS_FORM.notANumber(part) };
    if (to >= end) return { ok: false, message: FLOWS_FORM.noFlow(to, end - 1) };
    if (to - from >= MOST_FLOWS) return tooMany;
    for (let flow = from; flow <= to; flow++) flows.add(flow);
  }
  return flows.size > MOST_FLOWS ? tooMany : { ok: true, flows: [...flows] };
}

/** Formats the numbers of the flows by group: `tcp 0–999, web 1000`. */
export function flowsText(groups: readonly GroupInfo[]): string {
  return groups
    .filter(({ count }) => count > 0)
    .map(
      ({ id, label, first_flow, count }) => `${label || id} ${runText(first_flow, first_flow + count - 1)}`,
    )
    .join(', ');
}

/** Formats a list of numbers with ranges: `0-3, 17`. */
export function textFromFlows(flows: readonly number[]): string {
  const sorted = [...flows].sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const flow of sorted) {
    const last = runs[runs.length - 1];
    if (last && flow === last[1] + 1) last[1] = flow;
    else runs.push([flow, flow]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

const tooMany: FlowChoice = { ok: false, message: FLOWS_FORM.tooMany(MOST_FLOWS) };

function runText(from: number, to: number): string {
  return from === to ? `${from}` : `${from}–${to}`;
}
