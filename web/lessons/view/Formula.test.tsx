// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Formula } from './Formula';

afterEach(cleanup);

it('replaces a formula by its text while it is incomplete, and draws it again', () => {
  const { container, rerender } = render(<Formula tex="x^2" />);
  expect(container.querySelectorAll('math')).toHaveLength(1);
  rerender(<Formula tex="x^" />);
  expect(container.querySelectorAll('math')).toHaveLength(0);
  expect(container.textContent).toBe('x^ (This formula is not drawn: it is incomplete.)');
  rerender(<Formula tex="x^3" />);
  expect(container.querySelectorAll('math')).toHaveLength(1);
  expect(container.textContent).toBe('x3');
});
