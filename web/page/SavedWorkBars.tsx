/** Notices of edits in a link, of earlier work, and of work that is not saved, each with a button. */
import { useLab, useLabActions, useThisLab } from '../lab/context';
import { titleOf } from '../lab/keeping';
import { Button } from '../ui/Button';
import { Dismiss } from '../ui/Dismiss';
import { notify } from '../ui/notices';
import { mixedEdits, textOfEdits } from './edits';
import { COMMON, SAVED_WORK } from './lazyStrings';
import { sinceText } from './since';

/** All notices of links and saved work. */
export function SavedWorkBars() {
  return (
    <>
      <EditsBar />
      <OfferBar />
      <UnsavedBar />
      <RemovedBar />
    </>
  );
}

/**
 * Says that a link contains edits: the parameters at the end of the run differ from those at its beginning, and the
 * results may cover both.
 */
function EditsBar() {
  const { store, actions } = useThisLab();
  const edits = useLab((s) => s.linkedEdits);
  const warmup_s = useLab((s) => s.document?.warmup_s ?? 0);
  const [first] = edits;
  if (!first) return null;
  const dismiss = (): void => store.setState({ linkedEdits: [] });
  const isMixed = mixedEdits(edits, warmup_s).length > 0;
  return (
    <section className="notice-bar" aria-label={SAVED_WORK.editsRegion} data-testid="linked-edits">
      <p>
        {SAVED_WORK.edits(textOfEdits(edits))}
        {isMixed && SAVED_WORK.mixed}
      </p>
      <Button
        onClick={() => {
          dismiss();
          actions.restart();
        }}
      >
        {COMMON.restart}
      </Button>
      <Dismiss onClick={dismiss} />
    </section>
  );
}

/** Offers the newest earlier work. */
function OfferBar() {
  const actions = useLabActions();
  const offer = useLab((s) => s.offer);
  if (!offer) return null;
  const [before, after] = SAVED_WORK.earlier(sinceText(offer.savedAt));
  return (
    <section className="notice-bar" aria-label={SAVED_WORK.earlierRegion}>
      <p>
        {before}
        <b>{offer.title}</b>
        {after}
      </p>
      <Button primary onClick={() => actions.resumeWork(offer.id)} text={SAVED_WORK.resume} />
      <Dismiss
        onClick={() => {
          actions.dismissOffer();
          notify(SAVED_WORK.dismissed);
        }}
      />
    </section>
  );
}

/** Says that the experiment is not saved in this browser, and offers a file. */
function UnsavedBar() {
  const actions = useLabActions();
  const { sharing } = useThisLab();
  const unsaved = useLab((s) => s.unsaved);
  if (!unsaved) return null;
  return (
    <section className="notice-bar refused" aria-label={SAVED_WORK.unsavedRegion}>
      <p>
        <b>{titleOf(unsaved.document)}</b>
        {SAVED_WORK.isUnsaved(SAVED_WORK.unsaved[unsaved.why])}
      </p>
      <Button onClick={() => void sharing.saveFile(unsaved.document)}>{COMMON.saveFile}</Button>
      <Dismiss onClick={actions.dismissUnsaved} />
    </section>
  );
}

/** Says which earlier work was removed from a full storage; the page has it in memory until it is closed. */
function RemovedBar() {
  const actions = useLabActions();
  const { sharing } = useThisLab();
  const [first, ...more] = useLab((s) => s.removed);
  if (!first) return null;
  const save = async (): Promise<void> => {
    if (await sharing.saveFile(first)) actions.dismissRemoved();
  };
  return (
    <section className="notice-bar refused" aria-label={SAVED_WORK.removedRegion}>
      <p>
        {SAVED_WORK.removed}
        <b>{titleOf(first)}</b>
        {more.length > 0 && SAVED_WORK.more(more.length)}.
      </p>
      <Button onClick={() => void save()}>{COMMON.saveFile}</Button>
      <Dismiss onClick={actions.dismissRemoved} />
    </section>
  );
}
