/** The command for real hosts survives any POSIX shell, and names groups and files only if it must. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import type { GroupSenders } from '../sweep/analysis';
import { linuxCommand, quoted } from './linuxCommand';

const real = (id: string): GroupSenders => ({
  id,
  packets: 'real',
  controller: { kind: 'cubic', name: 'cubic', origin: 'built_in' },
});
const refused = (id: string): GroupSenders => ({
  id,
  packets: 'simulated',
  reason: { path: 'groups[1].traffic.workload', message: 'needs simulated senders' },
});
const udp: GroupSenders = { id: 'udp', packets: 'simulated', reason: null };

describe('quoted', () => {
  it('returns words that a shell gives back unchanged', () => {
    const words = [
      'one-flow',
      'https://x.test/#1.dAb_-.0f&t=3',
      "o'brien's",
      '$HOME `id` \\ "',
      'a\nb',
      '*',
      '~',
      '',
    ];
    const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${words.map(quoted).join(' ')}`], {
      encoding: 'utf8',
    });
    expect(printed.split('\0').slice(0, -1)).toEqual(words);
  });

  it('leaves ids of presets as they are', () => {
    expect(quoted('fq-codel')).toBe('fq-codel');
  });
});

describe('linuxCommand', () => {
  it('keeps the times of a short experiment, and runs a long one for a minute', () => {
    const short = fakeScenario({ duration_s: 30, warmup_s: 5 });
    expect(linuxCommand('one-flow', short, [real('tcp'), udp])).toBe(
      'bufferlab emulate one-flow --duration 30 --warmup 5 --json > measured.json',
    );
    const long = fakeScenario({ duration_s: 200, warmup_s: 50 });
    expect(linuxCommand('one-flow', long, [real('tcp')])).toContain('--duration 60 --warmup 20 --json');
  });

  it('names the real groups if others with TCP stay simulated', () => {
    const command = linuxCommand('#1.dx.0', fakeScenario({}), [real('a'), refused('b'), udp]);
    expect(command).toMatch(/^bufferlab emulate '#1\.dx\.0' .* --live=a --json/);
    expect(command).not.toContain('--live=b');
  });

  it('names each file of the experiment once', () => {
    const trace = { name: 'my film.txt', sha256: 'ab' };
    const document = { ...fakeScenario({}), groups: [{ traffic: { trace } }, { traffic: { trace } }] };
    const command = linuxCommand('x', document as never, [real('a')]);
    expect(command.match(/--trace='my film\.txt'/g)).toHaveLength(1);
  });
});
