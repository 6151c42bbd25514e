/**
 * Converts old scenarios to the newest version, one version at a time.
 *
 * A scenario has a `version`; without one it has version 1, for good. The migration n converts version n to n + 1, and
 * never changes after its release, which the corpus of released links (`tests/links`) checks.
 */
import { isObject, type JsonObject } from './json';
import { quoted } from './quoted';
import { VERSION } from './lazyStrings';

/** Version of scenarios that this page writes and the engine reads. */
export const SCENARIO_VERSION = 1;

/** Converts a scenario to the next version. */
export type Migration = (scenario: JsonObject) => JsonObject;

/** Migrations by the version that they convert; none yet, since version 1 is the first. */
export const MIGRATIONS: Readonly<Record<number, Migration>> = {};

/** A scenario of the newest version, or why there is none. */
export type Migrated =
  { ok: true; scenario: JsonObject } | { ok: false; reason: 'malformed' | 'future'; message: string };

/** Converts a scenario to the newest version. */
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
      message: VERSION.scenario(newest, quoted(JSON.stringify(version), 40)),
    };
  }
  if (version > newest) {
    return {
      ok: false,
      reason: 'future',
      message: VERSION.newerScenario(version, newest),
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
 * Version of studies in links. The scenario of a study has a version of its own. Studies in files and for the engine
 * have no version, since there is only one.
 */
export const STUDY_VERSION = 1;

/** A study of the newest version, or why there is none. */
export type MigratedStudy =
  { ok: true; study: JsonObject } | { ok: false; reason: 'malformed' | 'future'; message: string };

/** Returns a study as the engine reads it, with a scenario of the newest version. */
export function migratedStudy({ version = STUDY_VERSION, ...study }: JsonObject): MigratedStudy {
  if (version !== STUDY_VERSION) {
    const isNewer = typeof version === 'number' && version > STUDY_VERSION;
    const message = isNewer
      ? VERSION.newerStudy(version, STUDY_VERSION)
      : VERSION.study(STUDY_VERSION, quoted(JSON.stringify(version), 40));
    return { ok: false, reason: isNewer ? 'future' : 'malformed', message };
  }
  // The engine refuses a value that is no scenario, with its path.
  if (!isObject(study.scenario)) return { ok: true, study };
  const migrated = migrate(study.scenario);
  return migrated.ok ? { ok: true, study: { ...study, scenario: migrated.scenario } } : migrated;
}

/** Returns a scenario with its version, even if that equals the engine's default. */
export function versioned(scenario: unknown): unknown {
  return isObject(scenario) ? { version: SCENARIO_VERSION, ...scenario } : scenario;
}
