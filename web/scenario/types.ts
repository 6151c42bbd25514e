/**
 * Types of the scenario in the page: complete, with all defaults filled in by the engine.
 *
 * The catalog of the engine describes the fields.
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
