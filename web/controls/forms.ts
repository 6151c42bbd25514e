/** The parts that are loaded in parallel with the simulator: forms, warnings, time slider, branches, step descriptions. */
export { Inspector } from './Inspector';
export { Scrubber } from './Scrubber';
export { describeStep } from './describeStep';
export { WarningStatus } from './WarningStatus';
export { Branches } from './Branches';
