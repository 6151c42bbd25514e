/** Content of a run of `bufferlab emulate`: hosts, real groups and lateness, and series that the page cannot draw. */
import { figure } from '../controls/quantity';
import { isRecord } from '../scenario/path';
import type { AboutMeasured } from '../sweep/measuredFile';
import { controllerName } from './measuredRun';
import { EMULATED } from './strings';

/** Returns sentences about what was measured: hosts, groups with real packets, and how late these were delivered. */
export function emulatedTexts(about: AboutMeasured): string[] {
  const { title, kernel, length_s } = about;
  const { real, simulated } = groupsOf(about);
  return [
    EMULATED.measured(title, kernel, figure(length_s, 's', 4)),
    real.length > 0 ? EMULATED.real(real.map(({ id, controllers }) => EMULATED.group(id, controllers))) : '',
    simulated.length > 0 ? EMULATED.simulated(simulated) : '',
    lateText(about),
  ].filter((text) => text !== '');
}

/** Returns the groups whose windows or round-trip times are not in the file, although their senders are real. */
export function groupsWithoutWindows(about: AboutMeasured): string[] {
  const has = new Set(about.series.map(({ id }) => id));
  const { real } = groupsOf(about);
  const lacks = (id: string): boolean =>
    !has.has(`group.${id}.mean_cwnd_packets`) || !has.has(`group.${id}.rtt_s`);
  return real.filter(({ controllers, id }) => controllers.length > 0 && lacks(id)).map(({ id }) => id);
}

/** Returns the ids of bottlenecks and groups of the file that an experiment does not have. */
export function partsNotIn(
  layout: { links: readonly { id: string }[]; groups: readonly { id: string }[] },
  about: AboutMeasured,
): string[] {
  const there = new Set([
    ...layout.links.map(({ id }) => `link.${id}`),
    ...layout.groups.map(({ id }) => `group.${id}`),
  ]);
  const parts = new Set<string>();
  for (const { id, role } of about.series) {
    const part = /^(?:link|group)\.[^.:]+(?=\.)/.exec(id)?.[0];
    if (part !== undefined && role === 'series' && !there.has(part)) parts.add(part);
  }
  return [...parts].map((part) => part.slice(part.indexOf('.') + 1));
}

interface RealGroup {
  id: string;
  /** Names of the controllers of its senders; empty if a command sent its packets without TCP. */
  controllers: string[];
}

/** Returns the groups with real packets and the others. */
function groupsOf({ run }: AboutMeasured): { real: RealGroup[]; simulated: string[] } {
  const measured = isRecord(run?.measured) ? run.measured : {};
  const controllers = isRecord(measured.controllers) ? measured.controllers : {};
  const real = [...new Set([...Object.keys(controllers), ...idsOf(measured.groups)])];
  const all = idsOf(isRecord(run?.summary) ? run.summary.groups : null);
  return {
    real: real.map((id) => ({ id, controllers: textsOf(controllers[id]).map(controllerName) })),
    // Without ids of the real groups, none is known to be simulated. A colon marks the reverse direction of a real group.
    simulated: real.length === 0 ? [] : all.filter((id) => !real.includes(id) && !id.includes(':')),
  };
}

function idsOf(items: unknown): string[] {
  return Array.isArray(items)
    ? items.flatMap((item: unknown) => (isRecord(item) && typeof item.id === 'string' ? [item.id] : []))
    : [];
}

function textsOf(items: unknown): string[] {
  return Array.isArray(items) ? items.filter((item): item is string => typeof item === 'string') : [];
}

/** Says how late packets were delivered; empty if the file does not. */
function lateText({ run }: AboutMeasured): string {
  const late = isRecord(run?.measured) ? run.measured.late_s : null;
  if (!isRecord(late)) return '';
  const of = (value: unknown): string | null => (typeof value === 'number' ? figure(value, 's', 3) : null);
  const [median, p99, max] = [of(late.median), of(late.p99), of(late.max)];
  return median && p99 && max ? EMULATED.late(median, p99, max) : '';
}
