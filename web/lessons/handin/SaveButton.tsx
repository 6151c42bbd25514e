/** Button that opens the dialog for a receipt, which is loaded then. */
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Lazy, useLazy } from '../../ui/lazy';
import type { Place } from '../source/address';
import type { Lesson } from '../format/lesson';
import type { LessonProgress } from '../session/progress';
import { SAVE } from './strings';

const dialog = new Lazy(() => import('./SaveReceipt'));

interface Props {
  place: Place;
  lesson: Lesson;
  progress: LessonProgress;
  /** Text of the button where several stand on one page. */
  name?: string;
}

/** The button and its dialog. */
export function SaveButton({ name = SAVE.button, ...props }: Props) {
  const [open, setOpen] = useState(false);
  const loaded = useLazy(dialog);
  const show = async (): Promise<void> => setOpen((await dialog.load()) !== null);
  return (
    <>
      <Button disabled={!isBegun(props.progress)} onClick={() => void show()}>
        {name}
      </Button>
      {open && loaded && <loaded.SaveReceipt {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Whether a receipt would contain anything. */
export function isBegun({ answers, tasks, tables }: LessonProgress): boolean {
  return [answers, tasks, tables].some((kept) => Object.keys(kept).length > 0);
}
