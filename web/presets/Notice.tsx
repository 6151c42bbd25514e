/** What to notice in the open preset, and where that was first shown; for other experiments, their note. */
import { useLab } from '../lab/context';
import { unbroken } from './unbroken';

export function Notice() {
  const { preset, note, changed } = useLab((s) => {
    // The store forgets the id with the first change; the title still says which preset it came from.
    const byTitle = s.presets.find(
      (candidate) => candidate.title !== '' && candidate.title === s.document?.title,
    );
    const byId = s.presets.find((candidate) => candidate.id === s.presetId);
    return { preset: byId ?? byTitle, note: s.document?.note ?? '', changed: !byId };
  });
  if (!preset && note === '') return null;
  return (
    <section className="panel notice" aria-labelledby="notice-title">
      <h2 id="notice-title">{preset ? 'What to notice' : 'Note'}</h2>
      <p>{unbroken(preset ? preset.notice : note)}</p>
      {preset && (
        <p className="note">
          {preset.source}
          {changed && ' · changed since'}
        </p>
      )}
    </section>
  );
}
