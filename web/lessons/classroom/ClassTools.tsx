/** Tools for a lecturer, above a lesson: the presentation, and the link for students. */
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { closeAround, Popover } from '../../ui/Popover';
import type { Place, Showing } from '../source/address';
import { LecturerSwitch, useLecturer } from './Lecturer';
import { StudentLink } from './StudentLink';
import { LINK, PRESENT, SHEET, TOOLS } from './strings';

interface Props {
  place: Place;
  onShow(showing: Showing): void;
}

/** Button with the list of tools. */
export function ClassTools({ place, onShow }: Props) {
  const [linked, setLinked] = useState(false);
  const isLecturer = useLecturer();
  return (
    <>
      {isLecturer && (
        <Button quiet title={PRESENT.hint} onClick={() => onShow('present')}>
          {TOOLS.present}
        </Button>
      )}
      <Popover button={TOOLS.button} className="button quiet">
        <div className="menu">
          <LecturerSwitch />
          {!isLecturer && (
            <Button quiet title={PRESENT.hint} onClick={() => onShow('present')}>
              {TOOLS.presentThis}
            </Button>
          )}
          <Button
            quiet
            onClick={(event) => {
              closeAround(event.currentTarget);
              setLinked(true);
            }}
          >
            {LINK.button}
          </Button>
          <Button quiet onClick={() => onShow('worksheet')}>
            {SHEET.openWorksheet}
          </Button>
          {isLecturer && (
            <Button quiet onClick={() => onShow('solutions')}>
              {SHEET.openSolutions}
            </Button>
          )}
        </div>
      </Popover>
      <StudentLink place={place} open={linked} onClose={() => setLinked(false)} />
    </>
  );
}
