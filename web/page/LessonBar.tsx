/** Notice that the experiment in the Lab belongs to a lesson, with a button that puts it back there. */
import { useStore } from 'zustand';
import { lessonExchange } from '../learn/lessonExperiment';
import { Button } from '../ui/Button';
import { Dismiss } from '../ui/Dismiss';
import { LESSON_BAR } from './lazyStrings';

/** Notice that is shown while an author changes the experiment of a lesson. */
export function LessonBar() {
  const open = useStore(lessonExchange, (state) => state.open);
  if (!open) return null;
  return (
    <section className="notice-bar" aria-label={LESSON_BAR.region}>
      <p>{LESSON_BAR.text(open.title)}</p>
      <Button primary onClick={open.put} text={LESSON_BAR.put} />
      <Dismiss onClick={() => lessonExchange.setState({ open: null })} />
    </section>
  );
}
