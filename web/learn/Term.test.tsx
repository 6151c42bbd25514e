// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { glossary } from './lazyGlossary';
import { closeGlossary, openedGlossary } from './opened';
import { TextWithTerms } from './TextWithTerms';

beforeEach(async () => {
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover = () => undefined;
  HTMLElement.prototype.hidePopover = () => undefined;
  await glossary.fetch();
});

afterEach(() => {
  cleanup();
  closeGlossary();
});

it('shows definition and source of a term, and opens the glossary at it', () => {
  render(<TextWithTerms text="The goodput of CUBIC." />);
  const term = screen.getByRole('button', { name: 'CUBIC' });
  expect(term.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(term);
  expect(term.getAttribute('aria-expanded')).toBe('true');
  const definition = document.querySelector('.definition')!;
  expect(definition.getAttribute('aria-label')).toBe('Definition of CUBIC');
  expect(definition.textContent).toContain('cubic function of the time');
  expect(definition.textContent).toContain('Source: RFC 9438');
  expect(document.activeElement).toBe(definition);
  fireEvent.click(screen.getByText('Show in the glossary'));
  expect(openedGlossary.getState()).toEqual({ open: true, entry: 'cubic' });
});

it('keeps the text of a sentence with terms', () => {
  const { container } = render(<TextWithTerms text="Goodput is below throughput." />);
  expect(container.textContent).toBe('Goodput is below throughput.');
});
