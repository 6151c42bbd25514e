// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { GroupedSelect } from './GroupedSelect';

afterEach(cleanup);

const loss = {
  path: 'bottlenecks.r0.loss.all',
  owner: 'Bottleneck r0',
  label: 'Loss',
  help: 'Lost packets.',
};
const rate = { path: 'groups.tcp.count', owner: 'Group tcp', label: 'Flows' };

const titles = (): string[] => screen.getAllByRole('option').map(({ title }) => title);

it('shows the help of each item, and that of the chosen one at the box', () => {
  render(<GroupedSelect value={loss.path} items={[loss, rate]} onChange={() => undefined} />);
  expect(screen.getByRole('combobox').title).toBe('Lost packets.');
  expect(titles()).toEqual(['Lost packets.', '']);
});

it('shows an unknown path as it is written', () => {
  render(<GroupedSelect value="edges.e9.loss.all" items={[loss, rate]} onChange={() => undefined} />);
  expect(screen.getByRole('combobox').title).toBe('');
  expect(screen.getAllByRole('option')[0]?.textContent).toBe('edges.e9.loss.all');
});
