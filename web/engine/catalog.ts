/** The engine's catalog of parameters, kinds and measures, from which forms, menus and help are made. */
import type { Catalog, Section } from '../types/engine';

export type { Catalog, Param, ParamKind, Preset, Section, Unit } from '../types/engine';

/** Returns the kinds of a registry in its order; none without a catalog. */
export function kindsOf(catalog: Catalog | null, registry: string): Section[] {
  return (catalog?.registries[registry] ?? []).flatMap((id) => catalog?.sections[id] ?? []);
}

/** Returns the `kind` of a section: the part of its id after the last dot. */
export function kindOf(section: Section): string {
  return section.id.slice(section.id.lastIndexOf('.') + 1);
}

/** Returns the section for `value`: an object with a `kind`, or the kind alone, which stands for all defaults. */
export function sectionOf(catalog: Catalog | null, registry: string, value: unknown): Section | undefined {
  const kind = (value as { kind?: unknown } | null | undefined)?.kind ?? value;
  return catalog?.sections[`${registry}.${String(kind)}`];
}
