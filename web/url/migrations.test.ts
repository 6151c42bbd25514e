import { describe, expect, it } from 'vitest';
import { migrate, MIGRATIONS, SCENARIO_VERSION, type Migration } from './migrations';

describe('migrations', () => {
  it('convert any old version step by step to the newest', () => {
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

  it('treat a scenario without a version as version 1', () => {
    expect(migrate({ title: 'by hand' })).toEqual({ ok: true, scenario: { title: 'by hand' } });
  });

  it('exist for every version from 1 to the present', () => {
    for (let from = 1; from < SCENARIO_VERSION; from++) expect(MIGRATIONS[from]).toBeTypeOf('function');
  });
});
