/** `npm run year`: simulates a year of notices for 2,000 patients (`-- 500` for another number). The tests do the same with fewer. */
import { join } from 'node:path';
import { root, run } from '../../server/bin/setup.mjs';

process.env['NOTICE_PATIENTS'] = process.argv[2] ?? '2000';
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
process.exit(await run(process.execPath, [vitest, 'run', '--project', 'integration', 'server/notices/year.test.ts']));
