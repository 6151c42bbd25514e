/**
 * `npm run audit`: checks the dependencies for compatible licenses, permitted sources and security advisories. It is not part of
 * `npm run check`, since a new advisory changes the outcome without a change of this repository.
 */
import { checkSupply } from './supply.mjs';

process.exitCode = (await checkSupply()) ? 0 : 1;
