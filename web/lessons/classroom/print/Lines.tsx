/** Empty lines of a sheet, as space for handwriting. */

/** Empty lines to write on. */
export function Lines({ count }: { count: number }) {
  return (
    <div className="sheet-lines" aria-hidden="true">
      {Array.from({ length: count }, (_, i) => (
        <div key={i} />
      ))}
    </div>
  );
}
