/**
 * The scenario as the page holds it: complete, every default filled in by the engine.
 *
 * The engine owns the meaning of each field (see its catalog); these types only name them.
 */
export type {
  Bottleneck,
  Distribution,
  Edge,
  Edit,
  Group,
  Kinded,
  Patch,
  Problem,
  Queue,
  Scenario,
  Warning,
} from '../types/engine';
