/**
 * Profiles of hosts: which fields of a group's traffic differ from the profile that it names, and what a choice of a
 * kind, such as another controller, brings with it.
 */
import { sectionOf, type Catalog, type Param, type Section } from '../engine/catalog';
import { isRecord, valueAt } from '../scenario/path';
import type { Patch, Scenario } from '../scenario/types';
import type { Profile, Setting } from '../types/engine';
import { paramAt } from './live';

/** Name of the field that names a profile. */
export const PROFILE = 'profile';

/** Name of the field that says whether the values of the profile are given. The form does not show it. */
export const EXPANDED = 'profile_expanded';

/** Returns the profile that an object names, if it names one. */
export function profileOf(section: Section, value: unknown): Profile | undefined {
  const name = isRecord(value) ? value[PROFILE] : undefined;
  return section.profiles?.find(({ id }) => id === name);
}

/** Returns the parameters with other values than in the profile that the object names, in the order of the profile. */
export function deviations(catalog: Catalog, section: Section, value: unknown): Param[] {
  if (!isRecord(value)) return [];
  const settings = profileOf(section, value)?.settings ?? [];
  return settings.flatMap((setting, index) => {
    const at = placeOf(setting, value);
    const param = at && paramOf(catalog, section, setting);
    const later = settings.slice(index + 1);
    const isOverridden = later.some((other) => other.field === setting.field && placeOf(other, value));
    if (!at || !param || setting.initial || isOverridden) return [];
    return isEqual(at.fields[at.name], setting.value) ? [] : [param];
  });
}

/**
 * Returns the changes that make the object at `path` follow the profile `name`, as the engine makes them when it gets the
 * name alone. They restore the values of the profile that the object names already, too.
 */
export function choosing(
  section: Section,
  value: Record<string, unknown>,
  path: string,
  name: unknown,
): Patch[] {
  const profile = section.profiles?.find(({ id }) => id === name);
  const set = (field: string, value: unknown): Patch => ({ path: `${path}.${field}`, value });
  const settings = (profile?.settings ?? []).flatMap((setting) => {
    const [outer = '', , inner] = setting.field.split('.');
    if (setting.initial || !placeOf(setting, value)) return [];
    return [set(inner === undefined ? outer : `${outer}.${inner}`, setting.value)];
  });
  return [set(PROFILE, name), set(EXPANDED, profile !== undefined), ...settings];
}

/** Returns the changes that a change of the field of a profile stands for; null if `patch` changes another field. */
export function patchesOfProfile(
  catalog: Catalog,
  scenario: unknown,
  { path, value }: Patch,
): Patch[] | null {
  const [beside, name] = cut(path);
  const object = valueAt(scenario, beside);
  const section = sectionAt(catalog, scenario, beside);
  if (name !== PROFILE || !section?.profiles || !isRecord(object)) return null;
  return choosing(section, object, beside, value);
}

/**
 * Returns the changes that the profile of an object prescribes when its field `path` becomes `value`, an object with a
 * kind: the field with the profile's values of parameters that are not given, and fields beside it that depend on the kind.
 */
export function withProfile(
  catalog: Catalog,
  scenario: Scenario | null,
  path: string,
  value: Record<string, unknown>,
): Patch[] {
  const [beside, name] = cut(path);
  const before = valueAt(scenario, beside);
  const section = sectionAt(catalog, scenario, beside);
  const settings = (section && profileOf(section, before)?.settings) ?? [];
  if (!isRecord(before)) return [{ path, value }];
  const after = { ...before, [name]: value };
  const inside = settings.flatMap((setting) => {
    const at = placeOf(setting, after);
    return at?.fields === value && !(at.name in value) ? [[at.name, setting.value]] : [];
  });
  const dependent = [...new Set(settings.filter(({ when }) => when?.[0] === name).map(({ field }) => field))];
  const others = dependent.flatMap((field) => {
    const [was, becomes] = [valueIn(settings, field, before), valueIn(settings, field, after)];
    const isKept = isEqual(was, becomes) || !isEqual(before[field], was);
    return isKept ? [] : [{ path: `${beside}.${field}`, value: becomes }];
  });
  return [{ path, value: { ...value, ...Object.fromEntries(inside) } }, ...others];
}

/** Returns the value of a field in a profile: that of the last setting that applies. */
function valueIn(settings: readonly Setting[], field: string, value: Record<string, unknown>): unknown {
  return settings.findLast((setting) => setting.field === field && placeOf(setting, value))?.value;
}

/** Returns the object and the name of the value of a setting; null if the setting does not apply. */
function placeOf(
  { field, when }: Setting,
  value: Record<string, unknown>,
): { fields: Record<string, unknown>; name: string } | null {
  if (when && kindIn(value[when[0]]) !== when[1]) return null;
  const [outer = '', kind, name] = field.split('.');
  if (kind === undefined || name === undefined) return { fields: value, name: outer };
  const inner = value[outer];
  return isRecord(inner) && inner.kind === kind ? { fields: inner, name } : null;
}

/** Returns the path of the object around a field, and the name of the field. */
function cut(path: string): [beside: string, name: string] {
  const end = path.lastIndexOf('.');
  return [path.slice(0, Math.max(end, 0)), path.slice(end + 1)];
}

/** Returns the section that describes the object with a kind at `path`. */
function sectionAt(catalog: Catalog, scenario: unknown, path: string): Section | undefined {
  const kind = paramAt(catalog, scenario, path)?.kind;
  return kind?.type === 'one_of' ? sectionOf(catalog, kind.registry, valueAt(scenario, path)) : undefined;
}

const kindIn = (value: unknown): unknown => (isRecord(value) ? value.kind : value);

function paramOf(catalog: Catalog, section: Section, { field }: Setting): Param | undefined {
  const [outer = '', kind, name] = field.split('.');
  const param = section.params.find((each) => each.name === outer);
  if (kind === undefined || param?.kind.type !== 'one_of') return param;
  return sectionOf(catalog, param.kind.registry, kind)?.params.find((each) => each.name === name);
}

/** Whether two values of a document are equal; objects have their fields in one order. */
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
