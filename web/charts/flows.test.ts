import { describe, expect, it } from 'vitest';
import { flowsFromText, flowsText, textFromFlows } from './flows';

const groups = [
  { id: 'tcp', label: '', kind: 'tcp', direction: 'forward', count: 20, first_flow: 0 },
  { id: 'udp', label: '', kind: 'udp', direction: 'forward', count: 1, first_flow: 20 },
] as const;

describe('flows to watch', () => {
  it('are numbers and runs of numbers, each once', () => {
    expect(flowsFromText('0-3, 17 2', groups)).toEqual({ ok: true, flows: [0, 1, 2, 3, 17] });
    expect(flowsFromText('', groups)).toEqual({ ok: true, flows: [] });
  });

  it('are refused with what is accepted', () => {
    expect(flowsFromText('x', groups)).toMatchObject({
      ok: false,
      message: expect.stringContaining('0-3, 17') as string,
    });
    expect(flowsFromText('21', groups)).toMatchObject({
      ok: false,
      message: 'There is no flow 21; the last is 20.',
    });
    expect(flowsFromText('0-16', groups)).toMatchObject({
      ok: false,
      message: expect.stringContaining('16') as string,
    });
  });

  it('read back as they were written', () => {
    expect(textFromFlows([3, 0, 1, 2, 17])).toBe('0-3, 17');
    expect(flowsText(groups)).toBe('tcp 0–19, udp 20');
  });
});
