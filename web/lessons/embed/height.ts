/** Height that an embedded lesson needs, so that the page around it can size the frame. */

/** Least height of a scene beside a text, CSS pixels. */
const SCENE_HEIGHT = 560;

/** Calls `report` with the height in CSS pixels, now and after each change. Returns a function that stops it. */
export function observeHeight(report: (px: number) => void): () => void {
  let last = 0;
  const measure = (): void => {
    const px = neededHeight();
    if (px === null || px === last) return;
    last = px;
    report(px);
  };
  const observer = new ResizeObserver(measure);
  for (const element of document.querySelectorAll('.lesson, .lesson-text, .lesson-text > *, .scene'))
    observer.observe(element);
  const changes = new MutationObserver(measure);
  const lesson = document.querySelector('.lesson-text');
  if (lesson) changes.observe(lesson, { childList: true, subtree: true });
  measure();
  return () => {
    observer.disconnect();
    changes.disconnect();
  };
}

function neededHeight(): number | null {
  const text = document.querySelector<HTMLElement>('.lesson-text');
  const scene = document.querySelector<HTMLElement>('.scene');
  const last = text?.lastElementChild;
  if (!text || !scene || !last) return null;
  const head = document.querySelector<HTMLElement>('.embed-head')?.offsetHeight ?? 0;
  const textHeight =
    last.getBoundingClientRect().bottom - text.getBoundingClientRect().top + text.scrollTop + 24;
  const isStacked = scene.getBoundingClientRect().top >= text.getBoundingClientRect().bottom - 1;
  return Math.ceil(head + (isStacked ? textHeight + scene.offsetHeight : Math.max(textHeight, SCENE_HEIGHT)));
}
