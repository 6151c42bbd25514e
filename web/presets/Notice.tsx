/** What to notice in the open experiment, and where that was first shown; see `about.ts`. */
import { useMemo } from 'react';
import { useLab, useLabActions } from '../lab/context';
import { aboutOf, type About } from './about';
import { unbroken } from './unbroken';

export function Notice() {
  const { presets, presetId, document, current, completed } = useLab((s) => ({
    presets: s.presets,
    presetId: s.presetId,
    document: s.document,
    current: s.current,
    completed: s.completed,
  }));
  const about = useMemo(
    () => aboutOf({ presets, presetId, document, current, completed }),
    [presets, presetId, document, current, completed],
  );
  const { note, preset, changed } = about;
  if (!preset && note === '') return null;
  const text = note || (preset && !changed ? preset.notice : '');
  return (
    <section className="panel notice" aria-labelledby="notice-title">
      <h2 id="notice-title">{note ? 'Note' : changed ? 'A changed preset' : 'What to notice'}</h2>
      {text && <p>{unbroken(text)}</p>}
      <Origin {...about} />
    </section>
  );
}

function Origin({ preset, changed }: About) {
  const actions = useLabActions();
  if (!preset) return null;
  if (!changed) return <p className="note">{preset.source}</p>;
  return (
    <p className="note">
      Based on “{preset.title}”.{' '}
      <button type="button" className="link" onClick={() => actions.openPreset(preset.id)}>
        Restore the preset
      </button>
    </p>
  );
}
