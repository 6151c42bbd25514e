/** What comes beside the simulator, in a file of its own: forms, warnings, moving through time, and steps in words. */
export { Inspector } from './Inspector';
export { Scrubber } from './Scrubber';
export { describeStep } from './describeStep';
export { WarningStatus } from './WarningStatus';
export { Branches } from './Branches';
