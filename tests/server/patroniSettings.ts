import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian keeps the programs of each major version of PostgreSQL in a folder of its own; Patroni is given the newest. */
const versions = '/usr/lib/postgresql';
const newest = (existsSync(versions) ? readdirSync(versions) : []).sort((one, other) => Number(other) - Number(one))[0];
const postgresFolder = join(versions, newest ?? 'none', 'bin');

/** The programs of a cluster by Debian's packages. */
export const programs = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  postgresql: join(postgresFolder, 'postgres'),
} as const;
/** The packages that this machine does not have. */
export const missingPackages: readonly string[] = Object.entries(programs).flatMap(([name, file]) =>
  existsSync(file) ? [] : [name],
);

/** A host of the cluster: its folder, the port of PostgreSQL and that of Patroni, all on this machine. */
export interface PatroniHost {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  readonly rest: number;
}

const local = (port: number): string => `127.0.0.1:${String(port)}`;

export function etcdArguments(folder: string, port: number, peerPort: number): readonly string[] {
  const [clients, peers] = [`http://${local(port)}`, `http://${local(peerPort)}`];
  return [
    `--data-dir=${folder}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
  ];
}

/** The `patroni.yml` of a host, with what `server/docs/cluster.md` says. It is JSON, which is YAML too. */
export const patroniFile = (
  { name, folder, port, rest }: PatroniHost,
  etcdPort: number,
  secrets: { readonly superuser: string; readonly replication: string },
): string =>
  JSON.stringify({
    scope: 'portal',
    name,
    restapi: { listen: local(rest), connect_address: local(rest) },
    etcd3: { host: local(etcdPort) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: local(port),
      connect_address: local(port),
      data_dir: join(folder, 'data'),
      bin_dir: postgresFolder,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: secrets.superuser },
        replication: { username: 'replicator', password: secrets.replication },
      },
      parameters: { unix_socket_directories: folder, shared_buffers: '64MB', jit: 'off' },
      pg_hba: ['host replication replicator 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256'],
    },
  });

/** The `haproxy.cfg` that leads a port to the host that takes writes, as `server/docs/cluster.md` has it. */
export const haproxyFile = (port: number, hosts: readonly PatroniHost[]): string =>
  [
    'listen portal_db',
    `  bind ${local(port)}`,
    '  mode tcp',
    '  timeout connect 3s',
    '  timeout client 30m',
    '  timeout server 30m',
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...hosts.map((host) => `  server ${host.name} ${local(host.port)} check port ${String(host.rest)}`),
    '',
  ].join('\n');
