/** Which file the run waits for, and a way to give it. */
import { useRef } from 'react';
import { useLab, useThisLab } from '../lab/context';
import { takeTrace } from './takeTrace';

export function MissingBar() {
  const lab = useThisLab();
  const picker = useRef<HTMLInputElement>(null);
  const [first, ...more] = useLab((s) => s.missing);
  if (!first) return null;
  return (
    <section className="notice-bar" aria-label="A file is needed" data-testid="missing-file">
      <div>
        <p>
          <b>The file {first.name} is needed.</b> A link carries only its name; the run waits. Drop it
          anywhere here, or choose it.
          {more.length > 0 && ` ${more.map(({ name }) => name).join(', ')} will be needed too.`}
        </p>
        <p className="note" title={first.sha256}>
          SHA-256 {first.sha256.slice(0, 16)} …
        </p>
      </div>
      <button type="button" className="button primary" onClick={() => picker.current?.click()}>
        Choose the file …
      </button>
      <input
        ref={picker}
        type="file"
        aria-label={`The file ${first.name}`}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void takeTrace(lab, file);
          event.currentTarget.value = '';
        }}
      />
    </section>
  );
}
