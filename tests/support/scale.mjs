/** `npm run scale`: what each statement of the background jobs and each call costs with 1,000 and with 100,000 patients (`-- --patients 1000000` for another number); fails if it grows. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from '../../server/bin/setup.mjs';

const { values } = parseArgs({ options: { patients: { type: 'string', default: '100000' } } });
process.env['SCALE_PATIENTS'] = `1000,${values.patients}`;
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
process.exit(await run(process.execPath, [vitest, 'run', '--project', 'integration', 'server/db/scale.test.ts']));
