/** What comes beside the simulator, in a file of its own: forms, warnings, moving through time, and steps in words. */
export { Inspector } from './Inspector';
export { Scrubber } from './Scrubber';
export { toldText } from './tell';
export { Warned } from './Warned';
export { Ways } from './Ways';
