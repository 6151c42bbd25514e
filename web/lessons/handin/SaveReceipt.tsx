/** Dialog that saves a receipt of the progress in a lesson. */
import { useId, useState } from 'react';
import { BrowserStore } from '../../storage/browserStore';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { notify } from '../../ui/notices';
import { download, stemOf } from '../../url/file';
import type { Place } from '../source/address';
import type { Lesson } from '../format/lesson';
import { checksumOf, textOf } from '../source/library';
import type { LessonProgress } from '../session/progress';
import { digestOf } from './digest';
import { receiptHtml } from './html';
import { NAME_LENGTH } from './limits';
import { receiptOf, type Receipt } from './receipt';
import { SAVE } from './strings';

/** Key of the name in the browser's storage. */
const NAME = 'bufferlab.receipt-name';

interface Props {
  place: Place;
  lesson: Lesson;
  progress: LessonProgress;
  onClose(): void;
}

/** Dialog for one receipt, which is open while it exists. */
export function SaveReceipt({ place, lesson, progress, onClose }: Props) {
  const id = useId();
  const [store] = useState(() => new BrowserStore());
  const [name, setName] = useState(() => store.text(NAME)?.slice(0, NAME_LENGTH) ?? '');
  const { answers, tasks, tables, runs } = progress;
  const rows = Object.values(tables).reduce((sum, { length }) => sum + length, 0);
  const save = (kind: 'html' | 'json'): void => {
    store.write(NAME, name);
    const receipt = receiptNow(place, lesson, progress, name.trim());
    const file = `${stemOf(`receipt ${lesson.title} ${name}`) || 'receipt'}.${kind}`;
    if (kind === 'json') download(file, `${JSON.stringify(receipt, null, 1)}\n`);
    else download(file, new Blob([receiptHtml(receipt, lesson, location.href)], { type: 'text/html' }));
    notify(SAVE.saved(file));
    onClose();
  };
  return (
    <Dialog title={SAVE.title} open onClose={onClose}>
      <p>{SAVE.about}</p>
      <p>
        <label htmlFor={id}>{SAVE.name}</label>
        <input
          id={id}
          className="input"
          data-first-focus
          autoComplete="name"
          maxLength={NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </p>
      <p className="note">
        {SAVE.contains(
          Object.keys(answers).length,
          Object.keys(tasks).length,
          rows,
          Object.keys(runs).length,
        )}{' '}
        {SAVE.formats}
      </p>
      <p className="row spaced wrap">
        <Button primary onClick={() => save('html')}>
          {SAVE.html}
        </Button>
        <Button onClick={() => save('json')}>{SAVE.json}</Button>
      </p>
    </Dialog>
  );
}

function receiptNow(place: Place, lesson: Lesson, progress: LessonProgress, student: string): Receipt {
  const { folder, id, packed } = place;
  const sums = { checksum: checksumOf(lesson), sha256: digestOf(textOf(lesson)) };
  const named = { title: lesson.title, folder, id, packed, ...sums };
  return receiptOf({ saved: new Date().toISOString(), student, lesson: named }, progress);
}
