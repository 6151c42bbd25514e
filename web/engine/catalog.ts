/** The engine's description of itself, from which forms, help and validation messages follow. */
export type { Catalog, Param, ParamKind, Preset, Section, Unit } from '../types/engine';
