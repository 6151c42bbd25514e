/** Earlier work; what the browser does not keep, and what had to go: each with the file that keeps it. */
import { useLab, useLabActions, useThisLab } from '../lab/context';
import { titleOf } from '../lab/keeping';
import { Dismiss } from '../ui/Dismiss';
import { notify } from '../ui/notices';
import { editsText, mixedEdits } from './edits';
import { sinceText } from './since';

export function KeepingBars() {
  return (
    <>
      <EditsBar />
      <OfferBar />
      <UnkeptBar />
      <GoneBar />
    </>
  );
}

/**
 * Says that a link contains edits: the parameters at the end of the run differ from those at its beginning, and the
 * figures may mix both.
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
    <section className="notice-bar" aria-label="Changes on the way" data-testid="linked-edits">
      <p>
        This experiment is changed while it runs: {editsText(edits)}.
        {isMixed && ' Its figures mix what was before and after.'}
      </p>
      <button
        type="button"
        className="button"
        onClick={() => {
          dismiss();
          actions.restart();
        }}
      >
        Restart with these settings
      </button>
      <Dismiss onClick={dismiss} />
    </section>
  );
}

function OfferBar() {
  const actions = useLabActions();
  const offer = useLab((s) => s.offer);
  if (!offer) return null;
  return (
    <section className="notice-bar" aria-label="Earlier work">
      <p>
        Earlier work in this browser: <b>{offer.title}</b>, {sinceText(offer.savedAt)}.
      </p>
      <button type="button" className="button primary" onClick={() => actions.takeUp(offer.id)}>
        Take it up
      </button>
      <Dismiss
        onClick={() => {
          actions.dismissOffer();
          notify('It stays in this browser: under Presets, last of all.');
        }}
      />
    </section>
  );
}

const WHY = {
  full: 'the storage of this browser is full.',
  denied: 'this browser keeps nothing for this page.',
};

/** What a person changes is gone with the page, unless it is saved as a file. */
function UnkeptBar() {
  const actions = useLabActions();
  const { sharing } = useThisLab();
  const unkept = useLab((s) => s.unkept);
  if (!unkept) return null;
  return (
    <section className="notice-bar refused" aria-label="Not kept">
      <p>
        <b>{titleOf(unkept.document)}</b> is not kept: {WHY[unkept.why]}
      </p>
      <button type="button" className="button" onClick={() => void sharing.saveFile(unkept.document)}>
        Save as a file
      </button>
      <Dismiss onClick={actions.dismissUnkept} />
    </section>
  );
}

/** What made room is in the page's memory alone, until it is saved or let go. */
function GoneBar() {
  const actions = useLabActions();
  const { sharing } = useThisLab();
  const [first, ...more] = useLab((s) => s.gone);
  if (!first) return null;
  const save = async (): Promise<void> => {
    if (await sharing.saveFile(first)) actions.dismissGone();
  };
  return (
    <section className="notice-bar refused" aria-label="Made room">
      <p>
        The storage of this browser is full. Earlier work made room: <b>{titleOf(first)}</b>
        {more.length > 0 && ` and ${more.length} more`}.
      </p>
      <button type="button" className="button" onClick={() => void save()}>
        Save it as a file
      </button>
      <Dismiss onClick={actions.dismissGone} />
    </section>
  );
}
