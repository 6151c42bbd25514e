/** Version of the package, from the only place that has it. */
import { version as packageVersion } from '../../package.json';

/** Version of the package, which is the version of its engine. */
export const version: string = packageVersion;
