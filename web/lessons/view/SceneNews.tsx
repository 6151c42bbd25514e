/** Result of an answer or a task above the charts of a narrow screen, where the text with the result is out of sight. */
import { Button } from '../../ui/Button';
import { bringIntoView } from '../../ui/intoView';
import { useLesson, useSession } from '../session/context';
import { NEWS } from '../viewStrings';

/** The latest result, with a button that leads to its text. Its announcement is that of the text. */
export function SceneNews() {
  const session = useSession();
  const news = useLesson((state) => state.news);
  if (news === null) return null;
  return (
    <p className="scene-news" data-right={news.kind !== 'wrong' || undefined}>
      <span>{NEWS[news.kind]}</span>
      <Button
        onClick={() => {
          bringIntoView(document.getElementById(blockId(news.id)), 'start');
          session.readNews();
        }}
      >
        {NEWS.show}
      </Button>
    </p>
  );
}

/** Returns the id of the element of a question or a task. */
export function blockId(id: string): string {
  return `lesson-block-${id}`;
}
