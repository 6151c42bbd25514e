/** Checks the scheduler of the commands' stages by scripts that use it as `npm test` does. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Runs the stages of a list in JavaScript and returns the lines that they print. */
function linesOf(stages: string): string[] {
  const script = `
    import { runStages } from './.ci/stages.mjs';
    import { appendFileSync } from 'node:fs';
    const node = (shell, code) => shell.run(process.execPath, ['-e', code]);
    const passed = await runStages(${stages}, { atOnce: 2 });
    console.log(passed ? 'exit 0' : 'exit 1');
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').map((line) => line.trim());
}

describe('the stages of a command', () => {
  it('list the tests that passed only at a second try, with their stage', () => {
    const report = `require("node:fs").appendFileSync(process.env.BUFFERLAB_FLAKY, "sends a packet\\n")`;
    const lines = linesOf(`[
      { name: 'First of two', passes: (shell) => node(shell, ${JSON.stringify(report)}) },
      { name: 'Second of two', passes: (shell) => node(shell, '') },
    ]`);
    const at = lines.indexOf('▸ Flaky, passed only at a second try: 1');
    expect(lines.slice(at + 1, at + 3)).toEqual(['First of two: sends a packet', 'exit 0']);
  });

  it('print what failed again at the end, below the summary', () => {
    const lines = linesOf(`[
      { name: 'Failing', passes: (shell) => node(shell, 'console.log("1 failed: a queue"); process.exit(1)') },
      { name: 'Passing', passes: (shell) => node(shell, 'console.log("a long output")') },
    ]`);
    const summary = lines.indexOf('▸ Not all passed');
    expect(summary).toBeGreaterThan(0);
    const end = lines.slice(summary);
    expect(end).toContain('▸ Failing failed. The end of its output:');
    expect(end).toContain('1 failed: a queue');
    expect(end).not.toContain('a long output');
  });

  it('run once if two lists name them, and are skipped after a stage that failed', () => {
    const lines = linesOf(`[
      { name: 'Shared', passes: () => console.log('shared runs') || true },
      { name: 'Shared', passes: () => console.log('shared runs') || true },
      { name: 'Fails', needs: ['Shared'], passes: () => false },
      { name: 'Never', needs: ['Fails'], passes: () => console.log('never runs') || true },
    ]`);
    expect(lines.filter((line) => line === 'shared runs')).toHaveLength(1);
    expect(lines).not.toContain('never runs');
    expect(lines).toContain('exit 1');
    expect(lines.find((line) => line.startsWith('– Never'))).toMatch(/skipped$/);
    expect(lines.some((line) => line.startsWith('▸ Flaky'))).toBe(false);
  });
});
