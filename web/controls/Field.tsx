/** The frame around every parameter: its label, its help, its warnings, and its problems. */
import { use, useEffect, useRef, type ReactNode } from 'react';
import type { Param } from '../engine/catalog';
import { useLab } from '../lab/context';
import { isTextOnly } from '../lab/live';
import { allWarnings } from '../lab/warnings';
import { TextWithTerms } from '../learn/TextWithTerms';
import { Button } from '../ui/Button';
import { Popover } from '../ui/Popover';
import { HELP } from './lazyStrings';
import { choicesOf, cited, defaultText, rangeOf, type Choice } from './paramText';
import { problemsAt } from './problems';
import { SweepContext } from './studyActions';
import { WarningSign } from './WarningSign';
import type { useScrub } from './useScrub';

interface Props {
  param: Param;
  path: string;
  /** Id of the control that the label belongs to. */
  controlId: string;
  children: ReactNode;
  /** Message of the field about a text that cannot be read. */
  message?: string | null;
  /** Handlers that make the label draggable. */
  scrub?: ReturnType<typeof useScrub> | undefined;
  /** True if the control takes the whole width, below the label. */
  wide?: boolean;
  /** Choices of the parameter that have explanations of their own. */
  choices?: readonly Choice[];
}

/** Frame of a parameter; the control is its child. */
export function Field({ param, path, controlId, children, message, scrub, wide, choices }: Props) {
  const messages = useMessages(path, message);
  // Titles, labels and notes do not change the run.
  const restarts = !param.live && !isTextOnly([{ path, value: '' }]);
  return (
    <div className={wide ? 'field wide' : 'field'} data-path={path}>
      <span className="field-name row tight">
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
      <div className="field-control column">{children}</div>
      <Messages id={messageId(controlId)} messages={messages} />
    </div>
  );
}

/** Returns the id of the element with the messages of a control, for `aria-describedby`. */
export const messageId = (controlId: string): string => `${controlId}-message`;

/** Returns the problems at `path`: the message of the field, then those of the engine's last refusal. */
export function useMessages(path: string, message?: string | null): string[] {
  const refused = useLab((s) => problemsAt(s.problems, s.current, path).map((problem) => problem.message));
  return message && !refused.includes(message) ? [message, ...refused] : refused;
}

/** Problems of a field. They are scrolled into view if the field has the focus. */
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
  /** Whether warnings of fields inside count too. */
  within?: boolean;
}

/** Sign beside the label of a field that has warnings. */
export function FieldWarnings({ path, within = false }: MarkProps) {
  const warnings = useLab((s) => problemsAt(allWarnings(s), s.current, path, within));
  return <WarningSign warnings={warnings} />;
}

interface HelpProps {
  param: Param;
  /** Path of the field; absent if a study cannot vary it. */
  path?: string;
  restarts?: boolean;
  choices?: readonly Choice[];
}

/** Help of a parameter: meaning, choices, range, default, effect of a change, source. */
export function ParamHelp({ param, path, restarts = !param.live, choices = [] }: HelpProps) {
  const sweep = use(SweepContext);
  const range = rangeOf(param);
  const defaultValue = defaultText(param);
  return (
    <HelpDot about={param}>
      {choices.length > 0 && (
        <dl className="choices">
          {choices.map(({ label, help, source }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <TextWithTerms text={help} /> {source && <cite>{cited(source)}</cite>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <dl className="facts">
        {range && <Fact name={HELP.accepts} value={range} />}
        {defaultValue && <Fact name={HELP.default} value={defaultValue} />}
        <Fact name={HELP.changes} value={restarts ? HELP.restarts : HELP.live} />
        {param.source && <Fact name={HELP.source} value={cited(param.source)} />}
      </dl>
      {sweep && path !== undefined && isNumber(param) && (
        <Button onClick={() => sweep(path)}>{HELP.sweep}</Button>
      )}
    </HelpDot>
  );
}

interface DotProps {
  about: { label: string; help: string; source?: string | null };
  children?: ReactNode;
}

/** Question mark that opens a help text; `children` stand below it, or else its source. */
export function HelpDot({ about: { label, help, source }, children }: DotProps) {
  return (
    <Popover label={HELP.about(label)} button={HELP.sign} className="help-dot">
      <h3>{label}</h3>
      <p>
        <TextWithTerms text={help} />
      </p>
      {children ?? (source && <p className="note">{HELP.sourceIs(cited(source))}</p>)}
    </Popover>
  );
}

/** Whether a study can vary the parameter. */
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

/** Joins the class names whose condition is true. */
function names(conditions: Record<string, boolean>): string {
  return Object.keys(conditions)
    .filter((name) => conditions[name])
    .join(' ');
}
