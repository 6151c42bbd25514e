/** Checks that each example of CONTRIBUTING.md applies to the present sources. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** The heading and the diff of each example. */
const examples = [...guide.matchAll(/^### (.+)$[^]*?^```diff\n([^]*?)^```$/gm)].map(
  (match) => [String(match[1]), String(match[2])] as const,
);

describe('the examples of CONTRIBUTING.md', () => {
  it('are four', () => {
    expect(examples.map(([heading]) => heading)).toHaveLength(4);
  });

  it.each(examples)('apply: %s', (_, diff) => {
    const { status, stderr } = spawnSync('git', ['apply', '--check', '-'], {
      cwd: root,
      input: diff,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
