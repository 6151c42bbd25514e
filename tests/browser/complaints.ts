/** What a page grumbles about: errors and warnings in its console, exceptions, files that did not load. */
import type { Page } from './test';

/** Collects from now on, in every frame and worker; the array grows as complaints arrive. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isOurs = !message.text().startsWith('Service Worker registration blocked by Playwright');
    if (isOurs && /^(error|warning)$/.test(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`not loaded: ${request.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${String(response.status())}: ${response.url()}`);
  });
  return complaints;
}
