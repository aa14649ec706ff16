/**
 * `npm run cluster`: a cluster of three databases (Patroni, etcd, HAProxy; PgBouncer where it is new enough) changes its leader during
 * writes, by a switchover and by SIGKILL in turns (`-- --failovers 20`). Nothing that was confirmed may be lost or doubled.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from '../../server/bin/setup.mjs';

const { values } = parseArgs({ options: { failovers: { type: 'string', default: '3' } } });
process.env['FAILOVERS'] = values.failovers;
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
process.exit(await run(process.execPath, [vitest, 'run', '--project', 'long', 'server/db/failover.test.ts']));
