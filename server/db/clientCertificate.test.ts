import { chmod, chown, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Browser } from '../../tests/server/facilityServer.ts';
import { type Processes, ownProcesses } from '../../tests/server/serverProcess.ts';
import { type Certificate, makeCertificate } from '../../tests/support/certificate.ts';
import { freePort } from '../../tests/support/freePort.ts';
import { makeFolder } from '../process/folders.ts';
import { databaseAccount } from './binaries.ts';
import { type Cluster, shareCluster, stopShared } from './cluster.ts';
import { onConnection } from './roles.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = 'portal';
let processes: Processes;
let cluster: Cluster;
let folder: string;
let port: number;
let authority: Certificate;

/** The server's files, which PostgreSQL's user must own. */
async function forPostgres(names: readonly string[]): Promise<void> {
  const account = await databaseAccount(folder);
  for (const path of names) {
    await chmod(path, 0o600);
    if (account !== null) await chown(path, account.uid, account.gid);
  }
}

beforeAll(async () => {
  processes = await ownProcesses('client-certificate');
  folder = join(processes.folder, 'postgres');
  await makeFolder(folder, 0o755);
  port = await freePort();
  authority = await makeCertificate(folder, 'authority', 'authority of a test');
  const own = await makeCertificate(folder, 'postgres', 'localhost', authority);
  const hba = join(folder, 'pg_hba.conf');
  // Over the network with a certificate alone, whose name must be that of the role; by the socket as the tests' cluster does.
  await writeFile(hba, 'local all all scram-sha-256\nhostssl all all samehost cert clientcert=verify-full\n');
  const authorityOfServer = join(folder, 'clients.pem');
  await copyFile(authority.certFile, authorityOfServer);
  await forPostgres([hba, own.certFile, own.keyFile, authorityOfServer]);
  cluster = await shareCluster(folder, [
    'listen_addresses=localhost',
    `port=${port}`,
    'ssl=on',
    `ssl_cert_file=${own.certFile}`,
    `ssl_key_file=${own.keyFile}`,
    `ssl_ca_file=${authorityOfServer}`,
    `hba_file=${hba}`,
  ]);
  await onConnection(cluster.ownerUrlOf('postgres'), (client) => client.query(`create database ${database}`));
});
afterAll(async () => {
  await processes.endAll();
  await stopShared(folder);
  await processes.remove();
});

const roleIn = (url: string): string => new URL(url.replace('@/', '@localhost/')).username;
/** The address of a role that has a certificate and no password. */
const addressOf = (role: string, { certFile, keyFile }: Pick<Certificate, 'certFile' | 'keyFile'>): string =>
  `postgresql://${role}@localhost:${port}/${database}?sslmode=verify-full&sslrootcert=${authority.certFile}&sslcert=${certFile}&sslkey=${keyFile}`;

test('PostgreSQL lets the server in by certificates alone, a renewed one is in use at the next connection, and no other opens it', async () => {
  const [owner, server] = [roleIn(cluster.ownerUrlOf(database)), roleIn(cluster.urlOf(database))];
  const ofOwner = await makeCertificate(folder, 'owner', owner, authority);
  const ofServer = await makeCertificate(folder, 'server', server, authority);
  const DATABASE_OWNER_URL = addressOf(owner, ofOwner);
  const settings = { DATABASE_OWNER_URL, DATA_DIR: join(processes.folder, 'data') };
  const running = await processes.start({ ...settings, DATABASE_URL: addressOf(server, ofServer) });
  const logIn = async () => (await new Browser(running.portal).logIn('patient')).status;
  expect(await logIn()).toBe(200);
  const connections = () =>
    onConnection(cluster.ownerUrlOf(database), async (client) => {
      const { rows } = await client.query<{ who: string }>(
        'select distinct s.client_dn as who from pg_stat_ssl s join pg_stat_activity a using (pid) where a.usename = $1',
        [server],
      );
      return rows.map(({ who }) => who);
    });
  expect(await connections()).toEqual([`/CN=${server}`]);

  // As an authority does that renews certificates by itself: the same files, and the old one is good no more.
  const renewed = await makeCertificate(folder, 'renewed', server, authority);
  await copyFile(renewed.certFile, ofServer.certFile);
  await copyFile(renewed.keyFile, ofServer.keyFile);
  await onConnection(cluster.ownerUrlOf(database), (client) =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [server]),
  );
  await vi.waitFor(async () => expect(await logIn()).toBe(200), { timeout: 30_000, interval: 500 });
  await processes.endAll();

  const stranger = await makeCertificate(folder, 'stranger', server);
  for (const [databaseUrl, said] of [
    [addressOf(server, ofOwner), /The database of DATABASE_URL \(localhost:\d+\/portal\) refuses: /],
    [
      addressOf(server, stranger),
      /The database of DATABASE_URL \(localhost:\d+\/portal\) (refuses|cannot be reached( by TLS)?): /,
    ],
    [addressOf(server, { ...ofServer, keyFile: join(folder, 'none') }), /DATABASE_URL.* cannot be reached: ENOENT/],
  ] as const) {
    const refused = processes.run({ ...settings, DATABASE_URL: databaseUrl });
    expect(await refused.ended()).toBe(1);
    expect(refused.output()).toMatch(said);
  }
});
