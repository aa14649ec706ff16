/** `npm run hl7`: kills the server, the database and the connections under two senders of messages, and measures how many results a minute it takes (`-- --kills 1000 --results 10000`). */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from '../../server/bin/setup.mjs';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, results: { type: 'string', default: '2000' } },
});
process.env['HL7_KILLS'] = values.kills;
process.env['HL7_RESULTS'] = values.results;
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const files = [
  ...(values.results === '0' ? [] : ['server/hl7/figures.test.ts']),
  ...(values.kills === '0' ? [] : ['server/hl7/killed.test.ts']),
];
process.exit(await run(process.execPath, [vitest, 'run', '--project', 'integration', '--project', 'long', ...files]));
