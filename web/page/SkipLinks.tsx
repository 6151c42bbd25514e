/**
 * The first stops of Tab: they show when they have the focus, and lead past everything else to a part of the
 * page. Buttons, since an address is the experiment's.
 */
const PARTS = ['Network', 'Run', 'Charts', 'Parameters'] as const;

export function SkipLinks() {
  return (
    <nav className="skips" aria-label="Skip to">
      {PARTS.map((part) => (
        <button key={part} type="button" className="button" onClick={() => goTo(part)}>
          {part}
        </button>
      ))}
    </nav>
  );
}

/** Focuses the part: of two runs, that of the attended one; where the parameters are a sheet, it comes up. */
function goTo(part: (typeof PARTS)[number]): void {
  const mark = `[data-skip="${part.toLowerCase()}"]`;
  const found =
    document.querySelector<HTMLElement>(`[data-attended] ${mark}`) ??
    document.querySelector<HTMLElement>(mark);
  if (found?.closest('[inert]')) document.querySelector<HTMLElement>('.sheet-bar')?.click();
  else found?.focus();
}
