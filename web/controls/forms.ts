/** What comes beside the simulator, in a file of its own: forms, and what says that there are warnings. */
export { Inspector } from './Inspector';
export { Warned } from './Warned';
