import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Counted, contactWriters } from '../../tests/server/acknowledgedWrites.ts';
import { type PatroniCluster, startPatroniCluster } from '../../tests/server/patroni.ts';
import { missingPackages } from '../../tests/server/patroniSettings.ts';
import { pgBouncerMinor, startPgBouncer } from '../../tests/server/pgBouncer.ts';
import { type Processes, brokenAuditRowsAt, ownProcesses } from '../../tests/server/serverProcess.ts';
import { freePort } from '../../tests/support/freePort.ts';

/** `npm run cluster -- --failovers 20` */
const failovers = Number(process.env['FAILOVERS'] ?? 2);
vi.setConfig({ testTimeout: 300_000 + failovers * 180_000, hookTimeout: 300_000 });

const packages = missingPackages.join(' ');
const isPooled = (pgBouncerMinor ?? 0) >= 21;
let processes: Processes;
let cluster: PatroniCluster | null = null;
beforeAll(async () => {
  processes = await ownProcesses('failover');
});
afterAll(async () => {
  await processes.endAll();
  await cluster?.stop();
  await processes.remove();
});

const kinds = ['switchover', 'kill'] as const;
const through = isPooled ? 'PgBouncer and HAProxy' : 'HAProxy';

test.skipIf(packages !== '' && process.env['FAILOVERS'] === undefined)(
  packages === ''
    ? `a cluster of three behind ${through} has every acknowledged write once after ${failovers} failovers`
    : `failovers of a cluster (packages are missing: apt-get install ${packages})`,
  async () => {
    if (packages !== '') throw new Error(`Packages are missing: apt-get install ${packages}`);
    cluster = await startPatroniCluster();
    const { ownerUrl } = cluster;
    const folder = join(processes.folder, 'pgbouncer');
    const pooler = isPooled
      ? await startPgBouncer(folder, cluster.url, ['max_prepared_statements = 500', 'server_login_retry = 1'])
      : null;
    const settings = {
      DATABASE_URL: pooler?.url ?? cluster.url,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: join(processes.folder, 'data'),
      ACCESS_TOKEN_SECONDS: '3600',
    };
    const servers = [];
    for (const PORT of [await freePort(), await freePort()])
      servers.push(await processes.start({ ...settings, PORT: String(PORT) }));
    const writers = await contactWriters(servers.map(({ portal }) => portal));

    const outcomes: Counted[] = [];
    for (let round = 0; round < failovers; round += 1) {
      await cluster.untilWhole();
      const kind = kinds[round % kinds.length] ?? 'kill';
      const writes = writers.begin();
      await writes.more(20);
      await (kind === 'switchover' ? cluster.switchOver() : cluster.killLeader());
      await writes.more(20);
      cluster.mend();
      const { acknowledged, lost, doubled } = await writes.end(ownerUrl);
      const seconds = (writes.longestMs() / 1000).toFixed(1);
      process.stdout.write(
        `${round + 1} ${kind}: ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, longest write ${seconds} s\n`,
      );
      outcomes.push({ acknowledged, lost, doubled });
      expect([...writes.refused].filter((status) => status !== 503)).toEqual([]);
    }
    const sum = (of: keyof Counted) => outcomes.reduce((all, each) => all + each[of], 0);
    process.stdout.write(
      `${failovers} failovers: ${sum('acknowledged')} acknowledged, ${sum('lost')} lost, ${sum('doubled')} doubled\n`,
    );
    expect([sum('lost'), sum('doubled')]).toEqual([0, 0]);
    for (const server of servers) expect(server.child.exitCode, server.output()).toBeNull();
    expect(await brokenAuditRowsAt(ownerUrl, settings.DATA_DIR)).toEqual([]);
    await processes.endAll();
    pooler?.child.kill('SIGKILL');
  },
);
