/**
 * Forms made from the catalog: one field per parameter, nested sections, and kinds to choose from.
 *
 * No parameter is known here by name, except that a limit in packets and a limit in bytes are two units of one
 * buffer, and that a profile sets other fields. Advanced parameters are folded. A problem unfolds them, and a warning shows a sign at the fold.
 */
import { useEffect, useId, useState } from 'react';
import { kindOf, kindsOf, sectionOf, type Catalog, type Param, type Section } from '../engine/catalog';
import { useLab, useThisLab } from '../lab/context';
import { EXPANDED, PROFILE, withProfile } from '../lab/profile';
import { allWarnings } from '../lab/warnings';
import { isRecord, valueAt } from '../scenario/path';
import { Select } from '../ui/Select';
import { Button } from '../ui/Button';
import { useLazy } from '../ui/lazy';
import { BufferEditor, hasBuffer, limits } from './BufferEditor';
import { isDistribution, numbersOf, pointsOf } from '../scenario/distribution';
import { DistributionField } from './DistributionField';
import { EditsField } from './EditsField';
import type { FileProps } from './FileField';
import { fileField } from './lazyFile';
import { Field, HelpDot, messageId, Messages, ParamHelp, useMessages, FieldWarnings } from './Field';
import { companions, withKind } from './kinds';
import { FORM } from './lazyStrings';
import { NumberField } from './NumberField';
import { NumbersField } from './NumbersField';
import { PointsField } from './PointsField';
import { problemsAt } from './problems';
import { ProfileField } from './ProfileField';
import { RefField } from './RefField';
import { useEdit } from './useEdit';
import { WarningSign } from './WarningSign';
import { ChoiceField, FlagField, NameField, TextField } from './PlainFields';

interface FormProps {
  section: Section;
  /** Path of the object that the section describes; empty for the whole scenario. */
  path: string;
  /** Names of parameters that are shown elsewhere. */
  omit?: readonly string[];
  /** Called with the new name when a parameter of kind `id` is written. */
  onRename?: (name: string) => void;
}

/** Form of one section of the catalog. */
export function SectionForm({ section, path, omit = [], onRename }: FormProps) {
  const value = useLab((s) => valueAt(s.current, path));
  const hasProblem = useLab((s) =>
    section.params.some(({ advanced, name }) => {
      return advanced && problemsAt(s.problems, s.current, inside(path, name), true).length > 0;
    }),
  );
  const [unfolded, setUnfolded] = useState(false);
  if (!isRecord(value)) return null;
  const buffer = hasBuffer(section);
  const hidden = new Set<string>(buffer ? [...omit, ...limits] : omit);
  if (section.profiles) hidden.add(EXPANDED);
  const shown = section.params.filter((param) => !hidden.has(param.name) && !isFixed(param));
  const field = (param: Param) => {
    const fieldPath = inside(path, param.name);
    if (section.profiles && param.name === PROFILE && param.kind.type === 'choice') {
      const common = { param, section, value, kind: param.kind, path: fieldPath };
      return <ProfileField key={fieldPath} {...common} />;
    }
    return (
      <ParamField
        key={fieldPath}
        param={param}
        path={fieldPath}
        value={value[param.name]}
        onRename={onRename}
      />
    );
  };
  const advanced = shown.filter((param) => param.advanced);
  return (
    <>
      {buffer && (
        <BufferEditor
          path={path}
          section={section}
          value={{
            limit_packets: numberOrNull(value.limit_packets),
            limit_bytes: numberOrNull(value.limit_bytes),
          }}
        />
      )}
      {shown.filter((param) => !param.advanced).map(field)}
      {advanced.length > 0 && (
        <details
          className="advanced"
          open={unfolded || hasProblem}
          onToggle={(event) => setUnfolded(event.currentTarget.open)}
        >
          <summary>
            {FORM.more}
            <span className="visually-hidden">{FORM.moreOf(section.label)}</span>{' '}
            <FoldedWarnings paths={advanced.map(({ name }) => inside(path, name))} />
          </summary>
          {advanced.map(field)}
        </details>
      )}
    </>
  );
}

/** Sign for warnings of folded parameters. Warnings do not unfold: they last, so the fold could not be closed. */
function FoldedWarnings({ paths }: { paths: string[] }) {
  const warnings = useLab((s) => paths.flatMap((path) => problemsAt(allWarnings(s), s.current, path, true)));
  return <WarningSign warnings={warnings} />;
}

interface ParamProps {
  param: Param;
  path: string;
  value: unknown;
  onRename?: ((name: string) => void) | undefined;
}

/** Field of one parameter. */
export function ParamField({ param, path, value, onRename }: ParamProps) {
  const catalog = useLab((s) => s.catalog);
  const { kind } = param;
  const common = { param, path };
  switch (kind.type) {
    case 'number':
    case 'integer':
      return <NumberField {...common} kind={kind} value={numberOrNull(value)} />;
    case 'flag':
      return <FlagField {...common} value={value === true} />;
    case 'text':
      return <TextField {...common} kind={kind} value={textOf(value)} />;
    case 'id':
      return onRename ? <NameField {...common} value={textOf(value)} onRename={onRename} /> : null;
    case 'choice':
      return <ChoiceField {...common} kind={kind} value={textOf(value)} />;
    case 'distribution':
      return isDistribution(value) ? <DistributionField {...common} kind={kind} value={value} /> : null;
    case 'numbers':
      return <NumbersField {...common} kind={kind} value={numbersOf(value)} />;
    case 'points':
      return <PointsField {...common} kind={kind} value={pointsOf(value)} />;
    case 'ref':
      return <RefField {...common} kind={kind} value={refOf(value)} />;
    case 'section': {
      const section = catalog?.sections[kind.section];
      return section ? <NestedSection param={param} path={path} section={section} /> : null;
    }
    case 'one_of':
      return catalog ? (
        <KindField {...common} catalog={catalog} registry={kind.registry} value={value} />
      ) : null;
    case 'list': {
      const section = catalog?.sections[kind.section];
      return section ? <ListField {...common} section={section} max={kind.max} value={value} /> : null;
    }
    case 'edits':
      return <EditsField />;
  }
}

function NestedSection({ param, path, section }: { param: Param; path: string; section: Section }) {
  const id = useId();
  const messages = useMessages(path);
  return (
    <fieldset className="nested column tight" aria-describedby={messageId(id)}>
      <legend>
        {param.label} <FieldWarnings path={path} />
        <SectionHelp section={section} />
      </legend>
      {section.id.startsWith(TRACE) ? (
        <LazyFile
          content={section.id.slice(section.id.lastIndexOf('.') + 1)}
          section={section}
          path={path}
          label={param.label}
        />
      ) : (
        <SectionForm section={section} path={path} />
      )}
      <Messages id={messageId(id)} messages={messages} />
    </fieldset>
  );
}

/** Prefix of the ids of sections that name a file; the kind of its content is their last part. */
const TRACE = 'trace.';

function LazyFile(props: FileProps) {
  const field = useLazy(fileField);
  useEffect(() => void fileField.load(), []);
  return field && <field.FileField {...props} />;
}

interface KindProps {
  param: Param;
  path: string;
  catalog: Catalog;
  registry: string;
  value: unknown;
}

/** Choice of a kind, and the parameters of the chosen kind. */
function KindField({ param, path, catalog, registry, value }: KindProps) {
  const { store, actions } = useThisLab();
  const id = useId();
  const sections = kindsOf(catalog, registry);
  const chosen = sectionOf(catalog, registry, value);
  const choose = (next: Section): void => {
    const { current } = store.getState();
    const changes = withProfile(catalog, current, path, withKind(value, chosen ?? null, next, current));
    // One edit, so that one undo reverts all of it.
    actions.change([...changes, ...companions(catalog, current, path, kindOf(next))]);
  };
  return (
    <div className="kind">
      <Field param={param} path={path} controlId={id} choices={sections}>
        <Select
          id={id}
          value={chosen ? kindOf(chosen) : ''}
          title={chosen?.help}
          aria-describedby={messageId(id)}
          onChoose={(kind) => {
            const next = sections.find((section) => kindOf(section) === kind);
            if (next) choose(next);
          }}
          options={sections.map((section) => [kindOf(section), section.label, section.help])}
        />
      </Field>
      {chosen && chosen.params.length > 0 && (
        <div className="kind-params column tight">
          <SectionForm key={chosen.id} section={chosen} path={path} />
        </div>
      )}
    </div>
  );
}

interface ListProps {
  param: Param;
  path: string;
  section: Section;
  max: number;
  value: unknown;
}

/** List of items that are not on the canvas, each with a form of its own. */
function ListField({ param, path, section, max, value }: ListProps) {
  const id = useId();
  const edit = useEdit(path);
  const messages = useMessages(path);
  const items: unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset className="nested column tight" aria-describedby={messageId(id)}>
      <legend>
        {param.label} <ParamHelp param={param} />
      </legend>
      {items.map((item, index) => {
        const key = isRecord(item) && typeof item.id === 'string' ? item.id : String(index);
        return (
          <div key={key} className="list-item column tight">
            <SectionForm section={section} path={`${path}.${key}`} />
            <Button
              quiet
              onClick={() => edit.set(items.filter((_item, other) => other !== index))}
              text={FORM.remove}
            />
          </div>
        );
      })}
      <Button
        disabled={items.length >= max}
        onClick={() => edit.set([...items, {}])}
        text={FORM.addTo(param.label)}
      />
      <Messages id={messageId(id)} messages={messages} />
    </fieldset>
  );
}

/** Help of a section: meaning and source. */
export function SectionHelp({ section }: { section: Section }) {
  return <HelpDot about={section} />;
}

/** Returns the path of a field of the object at `path`. */
const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Whether the parameter accepts only one value, so that there is nothing to choose. */
function isFixed({ kind }: Param): boolean {
  return (kind.type === 'number' || kind.type === 'integer') && kind.min === kind.max;
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function refOf(value: unknown): string | string[] | null {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  return typeof value === 'string' ? value : null;
}
