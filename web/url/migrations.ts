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

/**
 * The version of study that a link says it holds. What is within a study's scenario has versions of its own; in
 * files and for the engine a study says none, since there is one.
 */
export const STUDY_VERSION = 1;

export type MigratedStudy =
  { ok: true; study: JsonObject } | { ok: false; reason: 'malformed' | 'future'; message: string };

/** A study as the engine reads it, its scenario brought up to date. */
export function migratedStudy({ version = STUDY_VERSION, ...study }: JsonObject): MigratedStudy {
  if (version !== STUDY_VERSION) {
    const isNewer = typeof version === 'number' && version > STUDY_VERSION;
    const message = isNewer
      ? `This study is of version ${version}; this page reads version ${STUDY_VERSION}. Reload the page to get the newest Bufferlab.`
      : `version: expected ${STUDY_VERSION}, got ${quoted(JSON.stringify(version), 40)}.`;
    return { ok: false, reason: isNewer ? 'future' : 'malformed', message };
  }
  // What is no scenario at all is refused by the engine, with its path.
  if (!isObject(study.scenario)) return { ok: true, study };
  const migrated = migrate(study.scenario);
  return migrated.ok ? { ok: true, study: { ...study, scenario: migrated.scenario } } : migrated;
}

/** A scenario as it leaves the page: it says its version even where that is the engine's default. */
export function versioned(scenario: unknown): unknown {
  return isObject(scenario) ? { version: SCENARIO_VERSION, ...scenario } : scenario;
}
