/** The frame around every parameter: its name, what it does, whether it restarts the run, its problems. */
import { use, useEffect, useRef, type ReactNode } from 'react';
import type { Param } from '../engine/catalog';
import { useLab } from '../lab/context';
import { isWords } from '../lab/live';
import { allWarnings } from '../lab/warnings';
import { Popover } from '../ui/Popover';
import { choicesOf, cited, defaultText, rangeOf, type Choice } from './paramText';
import { problemsAt } from './problems';
import { SweepContext } from './studyActions';
import { WarningSign } from './WarningSign';
import type { useScrub } from './useScrub';

interface Props {
  param: Param;
  path: string;
  /** Id of the control that the name belongs to. */
  controlId: string;
  children: ReactNode;
  /** What the field itself has to say about a text that cannot be read. */
  message?: string | null;
  /** Makes the name draggable. */
  scrub?: ReturnType<typeof useScrub> | undefined;
  /** True where the control takes the whole width, below the name. */
  wide?: boolean;
  /** What can be chosen, where that has explanations of its own. */
  choices?: readonly Choice[];
}

export function Field({ param, path, controlId, children, message, scrub, wide, choices }: Props) {
  const messages = useMessages(path, message);
  // Texts for people touch no run.
  const restarts = !param.live && !isWords([{ path, value: '' }]);
  return (
    <div className={wide ? 'field wide' : 'field'} data-path={path}>
      <span className="field-name">
        <label
          htmlFor={controlId}
          className={names({ scrub: scrub !== undefined, restarting: restarts })}
          {...scrub}
        >
          {param.label}
        </label>
        <FieldWarnings path={path} />
        <ParamHelp param={param} path={path} restarts={restarts} choices={choices ?? choicesOf(param)} />
      </span>
      <div className="field-control">{children}</div>
      <Messages id={messageId(controlId)} messages={messages} />
    </div>
  );
}

/** Id of the element that holds the messages of a control, for `aria-describedby`. */
export const messageId = (controlId: string): string => `${controlId}-message`;

/** What is wrong at `path`: the engine's last refusal, then what the field itself says. */
export function useMessages(path: string, message?: string | null): string[] {
  const refused = useLab((s) => problemsAt(s.problems, s.current, path).map((problem) => problem.message));
  return message ? [message, ...refused] : refused;
}

/** What is wrong with a field, brought into sight when it is about the one that has the focus. */
export function Messages({ id, messages }: { id: string; messages: string[] }) {
  const element = useRef<HTMLDivElement>(null);
  const text = messages.join(' ');
  useEffect(() => {
    const focused = document.activeElement?.getAttribute('aria-describedby');
    if (text !== '' && focused === id) element.current?.scrollIntoView({ block: 'nearest' });
  }, [id, text]);
  if (messages.length === 0) return null;
  return (
    <div id={id} ref={element} className="problem field-message">
      {messages.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

interface MarkProps {
  path: string;
  /** Whether warnings of what is inside count too. */
  within?: boolean;
}

/** A sign beside the name of what a warning is about. */
export function FieldWarnings({ path, within = false }: MarkProps) {
  const warnings = useLab((s) => problemsAt(allWarnings(s), s.current, path, within));
  return <WarningSign warnings={warnings} />;
}

interface HelpProps {
  param: Param;
  /** Of the field, where it can be swept. */
  path?: string;
  restarts?: boolean;
  choices?: readonly Choice[];
}

export function ParamHelp({ param, path, restarts = !param.live, choices = [] }: HelpProps) {
  const sweep = use(SweepContext);
  const range = rangeOf(param);
  const usual = defaultText(param);
  return (
    <Popover label={`About ${param.label}`} button="?" className="help-dot">
      <h3>{param.label}</h3>
      <p>{param.help}</p>
      {choices.length > 0 && (
        <dl className="choices">
          {choices.map(({ label, help, source }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {help} {source && <cite>{cited(source)}</cite>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <dl className="facts">
        {range && <Fact name="Accepts" value={range} />}
        {usual && <Fact name="Default" value={usual} />}
        <Fact name="A change" value={restarts ? 'restarts the run' : 'applies at once'} />
        {param.source && <Fact name="Source" value={cited(param.source)} />}
      </dl>
      {sweep && path !== undefined && isNumber(param) && (
        <button type="button" className="button" onClick={() => sweep(path)}>
          Sweep this
        </button>
      )}
    </Popover>
  );
}

/** What Curves can vary. */
function isNumber({ kind, name }: Param): boolean {
  const isSeed = name === 'seed' || name === 'version';
  return !isSeed && (kind.type === 'number' || kind.type === 'integer' || kind.type === 'distribution');
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The class names whose condition holds. */
function names(conditions: Record<string, boolean>): string {
  return Object.keys(conditions)
    .filter((name) => conditions[name])
    .join(' ');
}
