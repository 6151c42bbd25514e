/** A lesson as its address asks for it in a class: presented, or as a sheet of paper. */
import { useEffect } from 'react';
import type { Lab } from '../../lab/lab';
import { useLazy } from '../../ui/lazy';
import type { Place, Showing } from '../source/address';
import type { Lesson } from '../format/lesson';
import { projector, sheets } from './lazyParts';
import { PRESENT, SHEET } from './strings';

interface Props {
  place: Place;
  lesson: Lesson;
  another(): Lab;
  go(place: Place): void;
}

/** Presentation or sheet of a lesson. */
export function InClass(props: Props) {
  return props.place.showing === 'present' ? <Presented {...props} /> : <Printed {...props} />;
}

function Presented({ place, lesson, another, go }: Props) {
  const part = useLazy(projector);
  useEffect(() => void projector.load(), []);
  if (!part) return <p className="note">{PRESENT.loading}</p>;
  return (
    <part.Projector
      lesson={lesson}
      place={place}
      another={another}
      onStep={(step) => go({ ...place, step })}
      onLeave={() => go({ ...place, showing: 'read' })}
    />
  );
}

function Printed({ place, lesson, another, go }: Props) {
  const part = useLazy(sheets);
  useEffect(() => void sheets.load(), []);
  if (!part) return <p className="note">{SHEET.loading}</p>;
  const onShow = (showing: Showing): void => go({ ...place, showing });
  return <part.Sheet lesson={lesson} place={place} another={another} onShow={onShow} />;
}
