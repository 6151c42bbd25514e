/** A lesson on paper: a worksheet with space for answers, or a solution sheet. Its scenes are run to draw their pictures. */
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { Boundary } from '../../../ui/Boundary';
import { Button } from '../../../ui/Button';
import { BOUNDARY } from '../../../ui/strings';
import { LazyQr } from '../../../ui/LazyQr';
import { LabContext } from '../../../lab/context';
import type { Lab } from '../../../lab/lab';
import { PAPER } from '../../../plot/theme';
import { BrowserStore } from '../../../storage/browserStore';
import { Topology } from '../../../topology/Topology';
import { Goals, LeavesOut, TextList } from '../../view/About';
import { COURSE_MAP, type Place, type Showing } from '../../source/address';
import { useSession } from '../../session/context';
import type { Lesson } from '../../format/lesson';
import { OpenedLesson } from '../../view/OpenedLesson';
import { Progress } from '../../session/progress';
import { LESSON, MAP } from '../../viewStrings';
import { studentLink } from '../codes';
import { useLecturer } from '../Lecturer';
import { SHEET } from '../strings';
import { hasNotes, TeacherNotes } from '../TeacherNotes';
import { drawAll, NOTHING_DRAWN, type Drawings } from './drawing';
import { copyOfNetwork } from './network';
import type { Paper } from './paper';
import { Figures, SheetBlock } from './SheetBlocks';
import './sheet.css';

interface Props {
  lesson: Lesson;
  place: Place;
  another(): Lab;
  onShow(showing: Showing): void;
}

/** Sheet of a lesson. */
export function Sheet(props: Props) {
  const [progress] = useState(() => new Progress(new BrowserStore(null)));
  return (
    <OpenedLesson lesson={props.lesson} storageKey="sheet" progress={progress} another={props.another}>
      <Pages {...props} />
    </OpenedLesson>
  );
}

function Pages({ lesson, place, another, onShow }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const isLecturer = useLecturer();
  const { drawings, done } = useDrawings(lesson, stage);
  const solved = place.showing === 'solutions';
  const paper: Paper = { solved, drawings, runs: runsOf(lesson), done: done >= 1 };
  return (
    <div className="sheet-view" style={COLORS}>
      <div className="sheet-tools">
        <Button quiet onClick={() => onShow('read')}>
          ← {SHEET.back}
        </Button>
        {isLecturer && (
          <>
            <Button aria-pressed={!solved} onClick={() => onShow('worksheet')}>
              {SHEET.worksheet}
            </Button>
            <Button aria-pressed={solved} onClick={() => onShow('solutions')}>
              {SHEET.solutions}
            </Button>
          </>
        )}
        <span className="note" role="status">
          {done < 1 ? SHEET.drawing(Math.round(done * 100)) : SHEET.ready}
        </span>
        <Button primary disabled={done < 1} onClick={() => window.print()}>
          {SHEET.print}
        </Button>
      </div>
      <article className="sheet">
        <StillText another={another}>
          <Boundary part={BOUNDARY.parts.printed}>
            <Head lesson={lesson} place={place} />
          </Boundary>
          {lesson.steps.map(({ heading, blocks }, i) => (
            <section key={i} className="sheet-step">
              <h2>{SHEET.step(i + 1, heading)}</h2>
              {blocks.map((block, j) => (
                <SheetBlock key={j} block={block} paper={paper} />
              ))}
            </section>
          ))}
          {solved && hasNotes(lesson.teacher) && (
            <section className="sheet-step">
              <h2>{LESSON.teacher}</h2>
              <Boundary part={BOUNDARY.parts.printed}>
                <TeacherNotes notes={lesson.teacher} />
              </Boundary>
            </section>
          )}
          <Boundary part={BOUNDARY.parts.printed}>
            <Sources lesson={lesson} />
          </Boundary>
          {!solved && <Figures paper={paper} />}
        </StillText>
      </article>
      <div ref={stage} className="sheet-stage" aria-hidden="true" inert>
        <Boundary part={BOUNDARY.parts.network}>
          <Topology />
        </Boundary>
      </div>
    </div>
  );
}

/** Texts whose numbers are those of the lesson: they read a simulator that runs nothing. */
function StillText({ another, children }: { another(): Lab; children: ReactNode }) {
  const [lab, setLab] = useState<Lab | null>(null);
  useEffect(() => {
    let close = (): void => undefined;
    const timer = setTimeout(() => {
      const idle = another();
      close = () => idle.close();
      setLab(idle);
    });
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [another]);
  return lab && <LabContext value={lab}>{children}</LabContext>;
}

function Head({ lesson, place }: { lesson: Lesson; place: Place }) {
  const solved = place.showing === 'solutions';
  const link = studentLink({ ...place, step: COURSE_MAP.step }, location.href);
  return (
    <header className="sheet-head">
      <div>
        <h1>{lesson.title}</h1>
        <p>
          {solved ? SHEET.solutions : SHEET.worksheet} · {MAP.extent(lesson)}
        </p>
        {!solved && (
          <p className="sheet-name">
            <span>{SHEET.name}</span>
            <span>{SHEET.date}</span>
          </p>
        )}
        <Goals lesson={lesson} />
      </div>
      {link.length <= MODEST_LINK && (
        <div className="sheet-link">
          <LazyQr text={link} />
        </div>
      )}
    </header>
  );
}

/** Longest link whose QR code is readable at the size that the sheet has for it, characters. */
const MODEST_LINK = 300;

function Sources({ lesson }: { lesson: Lesson }) {
  return (
    <section className="sheet-step sheet-sources">
      <h2>{LESSON.sources}</h2>
      <TextList texts={lesson.sources} />
      <LeavesOut lesson={lesson} />
    </section>
  );
}

/** Colors of paper, whatever the theme of the page. */
const COLORS = {
  ...Object.fromEntries(Object.entries(PAPER.colors).map(([name, color]) => [`--${name}`, color])),
  '--surface-2': '#f4f5f7',
  '--accent-soft': '#ecebf8',
  colorScheme: 'light',
} as CSSProperties;

/** Returns the runs of a lesson in order, by which their figures are numbered. */
const runsOf = (lesson: Lesson): Paper['runs'] =>
  lesson.steps.flatMap(({ blocks }) => blocks).filter((block) => block.kind === 'run');

/** Runs the scenes and returns their pictures as they arrive, with the share that is done. */
function useDrawings(lesson: Lesson, stage: RefObject<HTMLDivElement | null>) {
  const session = useSession();
  const [state, setState] = useState<{ drawings: Drawings; done: number }>({
    drawings: NOTHING_DRAWN,
    done: 0,
  });
  const network = useMemo(() => () => copyOfNetwork(stage), [stage]);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const onProgress = (done: number, drawings: Drawings): void => {
      if (!signal.aborted) setState({ drawings, done });
    };
    void drawAll(lesson, { session, network, onProgress, signal });
    return () => ending.abort();
  }, [lesson, session, network]);
  return state;
}
