/** Switch that shows what is for lecturers: notes, solution sheets, grading. It is off until a lecturer turns it on in this browser. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { BrowserStore } from '../../storage/browserStore';
import { CheckBox } from '../../ui/CheckBox';
import { TOOLS } from './strings';

/** Key of the switch in the browser's storage. */
const KEY = 'bufferlab.lecturer';

const stored = new BrowserStore();
const store = createStore(() => ({ isLecturer: stored.text(KEY) === '1' }));

/** Returns whether what is for lecturers is shown. */
export const useLecturer = (): boolean => useStore(store, (state) => state.isLecturer);

/** The switch with its label. */
export function LecturerSwitch() {
  const isLecturer = useLecturer();
  const choose = (next: boolean): void => {
    store.setState({ isLecturer: next });
    // Without storage it holds until the page is closed.
    if (next) stored.write(KEY, '1');
    else stored.remove(KEY);
  };
  return <CheckBox label={TOOLS.lecturer} checked={isLecturer} onChoose={choose} />;
}
