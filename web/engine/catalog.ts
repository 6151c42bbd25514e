/** The engine's description of itself, from which forms, menus, help and validation messages follow. */
import type { Catalog, Section } from '../types/engine';

export type { Catalog, Param, ParamKind, Preset, Section, Unit } from '../types/engine';

/** The kinds to choose from, in the registry's order; none before the catalog is there. */
export function kindsOf(catalog: Catalog | null, registry: string): Section[] {
  return (catalog?.registries[registry] ?? []).flatMap((id) => catalog?.sections[id] ?? []);
}

/** The `kind` of a registry's section: what follows the last dot of its id. */
export function kindOf(section: Section): string {
  return section.id.slice(section.id.lastIndexOf('.') + 1);
}

/** What describes `value`, an object with a `kind`, or the bare word that is short for one with all defaults. */
export function sectionOf(catalog: Catalog | null, registry: string, value: unknown): Section | undefined {
  const kind = (value as { kind?: unknown } | null | undefined)?.kind ?? value;
  return catalog?.sections[`${registry}.${String(kind)}`];
}
