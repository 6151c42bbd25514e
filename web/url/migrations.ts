/**
 * Old scenarios brought up to date, one version at a time.
 *
 * A scenario says its `version`; one that does not is of version 1, for good. The function filed under n
 * turns version n into n + 1 and is never changed again once released; the corpus of released links
 * (`tests/links`) holds us to it.
 */
import { isObject, type JsonObject } from './json';
import { quoted } from './quoted';

/** The version of scenario that this page writes and the engine reads. */
export const SCENARIO_VERSION = 1;

export type Migration = (scenario: JsonObject) => JsonObject;

/** None yet: version 1 is the first. */
export const MIGRATIONS: Readonly<Record<number, Migration>> = {};

export type Migrated =
  { ok: true; scenario: JsonObject } | { ok: false; reason: 'malformed' | 'future'; message: string };

export function migrate(
  scenario: JsonObject,
  migrations: Readonly<Record<number, Migration>> = MIGRATIONS,
  newest = SCENARIO_VERSION,
): Migrated {
  const { version = 1 } = scenario;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return {
      ok: false,
      reason: 'malformed',
      message: `version: expected a whole number from 1 to ${newest}, got ${quoted(JSON.stringify(version), 40)}.`,
    };
  }
  if (version > newest) {
    return {
      ok: false,
      reason: 'future',
      message: `This experiment is of version ${version}; this page reads up to ${newest}. Reload the page to get the newest Bufferlab.`,
    };
  }
  let current = scenario;
  for (let from = version; from < newest; from++) {
    const step = migrations[from];
    if (!step) throw new Error(`No migration from scenario version ${from}: one belongs in migrations.ts.`);
    current = { ...step(current), version: from + 1 };
  }
  return { ok: true, scenario: current };
}

/** A scenario as it leaves the page: it says its version even where that is the engine's default. */
export function versioned(scenario: unknown): unknown {
  return isObject(scenario) ? { version: SCENARIO_VERSION, ...scenario } : scenario;
}
