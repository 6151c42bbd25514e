/** One part of a step in large type. Its type becomes smaller if it would not fit on the screen. */
import { useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import { Boundary } from '../../ui/Boundary';
import { BOUNDARY } from '../../ui/strings';
import { Goals } from '../view/About';
import { BlockView } from '../view/Blocks';
import type { Lesson, RunBlock } from '../format/lesson';
import { TextView } from '../view/TextView';
import { MAP, SCENE } from '../viewStrings';
import type { Moment } from './moments';
import { QuestionSlide } from './QuestionSlide';
import { PRESENT } from './strings';

interface Props {
  ref: Ref<HTMLElement>;
  lesson: Lesson;
  step: number;
  moment: Moment;
  /** Content that stays below the block. */
  children: ReactNode;
}

/** Slide with the heading of the step and one block. */
export function Slide({ ref, lesson, step, moment, children }: Props) {
  const body = useRef<HTMLDivElement>(null);
  useFittingType(body);
  return (
    <section ref={ref} className="projector-slide" tabIndex={-1} aria-label={PRESENT.region}>
      <h2>{moment.block ? lesson.steps[step]?.heading : lesson.title}</h2>
      <div ref={body} className="projector-body" aria-live="polite">
        <Boundary part={BOUNDARY.parts.slide} resetOn={[moment.block, moment.open]}>
          <SlideContent lesson={lesson} moment={moment} />
        </Boundary>
      </div>
      <Boundary part={BOUNDARY.parts.slide}>{children}</Boundary>
    </section>
  );
}

function SlideContent({ lesson, moment }: { lesson: Lesson; moment: Moment }) {
  if (moment.block === null) return <Title lesson={lesson} />;
  const { block, open } = moment;
  switch (block.kind) {
    case 'predict':
    case 'check':
      return <QuestionSlide key={block.id} block={block} open={open} />;
    case 'run':
      return <RunSlide block={block} />;
    case 'reveal':
    case 'explain':
      return <TextView text={block.text} />;
    default:
      return <BlockView block={block} />;
  }
}

function Title({ lesson }: { lesson: Lesson }) {
  return (
    <>
      <p className="projector-kind">{MAP.extent(lesson)}</p>
      <Goals lesson={lesson} />
    </>
  );
}

function RunSlide({ block }: { block: RunBlock }) {
  const place = block.show === null ? undefined : SCENE.places[block.show];
  return (
    <>
      <TextView text={block.text} />
      {place !== undefined && <p className="projector-kind">{SCENE.watch(place)}</p>}
    </>
  );
}

/** Sizes of the type as shares of its full size, largest first. Smaller type is not read in the last row; the slide scrolls. */
const SIZES = [1, 0.92, 0.85, 0.78, 0.7];

/** Chooses the largest size at which the content fits, after each change. */
function useFittingType(body: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const { current } = body;
    if (!current) return;
    const fit = (): void => {
      for (const size of SIZES) {
        current.style.setProperty('--fit', String(size));
        if (current.scrollHeight <= current.clientHeight) return;
      }
    };
    fit();
    if (typeof ResizeObserver !== 'function') return;
    const sizes = new ResizeObserver(fit);
    sizes.observe(current);
    const content = new MutationObserver(fit);
    content.observe(current, { childList: true, subtree: true, characterData: true });
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, [body]);
}
