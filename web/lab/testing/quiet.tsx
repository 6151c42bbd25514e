/** A laboratory in tests of components: no engine answers it, so that its state is the test's to set. */
import { render, type RenderResult } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { FrameLoop } from '../../samples/loop';
import { claimsBy } from '../claims';
import { LabContext } from '../context';
import { LoadedFiles } from '../files';
import { createLab, type Lab } from '../lab';

export function quietLab(): Lab {
  return createLab({
    spawn: () => ({
      postMessage: () => undefined,
      terminate: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      onerror: null,
    }),
    loop: new FrameLoop(() => undefined),
    window: null,
    storage: null,
    claims: claimsBy(undefined),
    files: new LoadedFiles(),
    formats: () => Promise.resolve(null),
    now_ms: () => 0,
    freshId: () => '',
  });
}

/** Renders what stands inside the laboratory. */
export function renderIn(lab: Lab): (ui: ReactElement) => RenderResult {
  const wrapper = ({ children }: { children: ReactNode }): ReactElement => (
    <LabContext value={lab}>{children}</LabContext>
  );
  return (ui) => render(ui, { wrapper });
}
