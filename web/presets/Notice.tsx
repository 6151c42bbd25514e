/** The panel about the open experiment: its note, or the notice of its preset with the answer behind a button. */
import { useId, useMemo, useState } from 'react';
import { useLab, useLabActions } from '../lab/context';
import { LessonsAbout } from '../learn/LessonsAbout';
import { TextWithTerms } from '../learn/TextWithTerms';
import { Button } from '../ui/Button';
import { aboutOf, type About } from './about';
import { NOTICE } from './strings';
import { unbroken } from './unbroken';

/** Panel about the open experiment; nothing if it has no note and comes from no preset. */
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
  const unchanged = preset && !changed ? preset : null;
  return (
    <section className="panel notice" aria-labelledby="notice-title">
      <h2 id="notice-title">{note ? NOTICE.note : changed ? NOTICE.changed : NOTICE.preset}</h2>
      {note !== '' ? (
        <p>{unbroken(note)}</p>
      ) : (
        unchanged && (
          <p>
            <TextWithTerms text={unbroken(unchanged.notice)} />
          </p>
        )
      )}
      {note === '' && unchanged && <Answer key={unchanged.id} text={unchanged.answer} />}
      <Origin {...about} />
      {preset && <LessonsAbout kind="presets" id={preset.id} />}
    </section>
  );
}

/** The answer to the question of a notice, hidden until the button is pressed. */
function Answer({ text }: { text: string }) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <>
      <p id={id} className="answer" hidden={!shown}>
        <TextWithTerms text={unbroken(text)} />
      </p>
      <Button
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
        text={shown ? NOTICE.hideAnswer : NOTICE.showAnswer}
      />
    </>
  );
}

function Origin({ preset, changed }: About) {
  const actions = useLabActions();
  if (!preset) return null;
  if (!changed) return <p className="note">{preset.source}</p>;
  return (
    <p className="note">
      {NOTICE.basedOn(preset.title)}{' '}
      <Button kind="link" onClick={() => actions.openPreset(preset.id)} text={NOTICE.restore} />
    </p>
  );
}
