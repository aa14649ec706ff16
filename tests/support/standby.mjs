/**
 * `npm run standby`: a database with a synchronous standby is killed during writes and the standby promoted. Nothing that was confirmed may
 * be lost.
 */
import { join } from 'node:path';
import { root, run } from '../../server/bin/setup.mjs';

process.env['STANDBY'] = '1';
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
process.exit(await run(process.execPath, [vitest, 'run', '--project', 'integration', 'server/db/standby.test.ts']));
