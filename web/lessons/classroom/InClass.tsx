/** A lesson as its address asks for it in a class: presented, or as a sheet of paper. */
import { useEffect } from 'react';
import type { Lab } from '../../lab/lab';
import { useLazy } from '../../ui/lazy';
import type { Place } from '../address';
import type { Lesson } from '../lesson';
import { projector } from './lazyParts';
import { PRESENT } from './strings';

interface Props {
  place: Place;
  lesson: Lesson;
  another(): Lab;
  go(place: Place): void;
}

/** Presentation of a lesson. */
export function InClass({ place, lesson, another, go }: Props) {
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
