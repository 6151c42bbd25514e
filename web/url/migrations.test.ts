import { describe, expect, it } from 'vitest';
import { migrate, MIGRATIONS, SCENARIO_VERSION, type Migration } from './migrations';

describe('migrations', () => {
  it('go one step at a time from any old version to the newest', () => {
    const steps: Record<number, Migration> = {
      1: (scenario) => ({ ...scenario, trail: 'one' }),
      2: (scenario) => ({ ...scenario, trail: `${String(scenario.trail)}, two` }),
    };
    expect(migrate({ version: 1 }, steps, 3)).toEqual({
      ok: true,
      scenario: { version: 3, trail: 'one, two' },
    });
    expect(migrate({ version: 3 }, steps, 3)).toEqual({ ok: true, scenario: { version: 3 } });
    expect(migrate({ version: 4 }, steps, 3)).toMatchObject({ ok: false, reason: 'future' });
  });

  it('take a scenario without a version for version 1', () => {
    expect(migrate({ title: 'by hand' })).toEqual({ ok: true, scenario: { title: 'by hand' } });
  });

  it('are complete: every version from 1 up to the present has its step', () => {
    for (let from = 1; from < SCENARIO_VERSION; from++) expect(MIGRATIONS[from]).toBeTypeOf('function');
  });
});
