import { type CallShape, calls } from '@portal/api';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { attemptMade } from '../db/leasedQueue.ts';
import { type Pool, connectionTaken } from '../db/pool.ts';
import { requestAnswered } from '../http/mount.ts';
import packageFile from '../package.json' with { type: 'json' };
import { jobStarted, jobTurn } from '../process/worker.ts';
import type { Figures } from './figures.ts';
import { backupAgeSeconds, freeBytes } from './machine.ts';

/** Of the metrics that prom-client has for every Node process. The first of the event loop fills in the others. */
const processMetrics = [
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_open_fds',
  'process_max_fds',
  'nodejs_eventloop_lag_seconds',
  'nodejs_eventloop_lag_max_seconds',
  'nodejs_eventloop_lag_p50_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
];

export interface ExporterOptions {
  readonly pool: Pick<Pool, 'load'>;
  readonly connections: number;
  readonly dataDir: string;
  readonly figures: () => Promise<Figures>;
}

export interface Exporter {
  readonly contentType: string;
  text(): Promise<string>;
  /** The server answers from now on. */
  noteReady(): void;
  stop(): void;
}

/** Counts what this process does from now on. Start it before the jobs. */
export function startExporter({ pool, connections, dataDir, figures }: ExporterOptions): Exporter {
  const registry = new Registry();
  const registers = [registry];
  const all = new Registry();
  collectDefaultMetrics({ register: all });
  for (const name of processMetrics) {
    const metric = all.getSingleMetric(name);
    if (metric !== undefined) registry.registerMetric(metric);
  }
  const gauge = <const Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `vestibule_${name}`, help, labelNames, registers });
  const counter = <const Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: `vestibule_${name}`, help, labelNames, registers });
  const seconds = <const Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Label[] = [],
  ) => new Histogram({ name: `vestibule_${name}`, help, buckets, labelNames, registers });

  gauge('info', 'Version of this server.', ['version', 'node']).set(
    { version: packageFile.version, node: process.version },
    1,
  );
  const startSeconds = gauge('start_seconds', 'From the start of the process until it answered requests.');

  const requests = counter('requests_total', 'Answered calls and other requests.', ['method', 'route', 'status']);
  // Prometheus sees no increase from a series that begins with 1, and so not the first fault of a route.
  for (const { method, path: route } of Object.values<CallShape>(calls))
    requests.inc({ method, route, status: '500' }, 0);
  const requestSeconds = seconds(
    'request_seconds',
    'Time to answer a request.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    ['method', 'route'],
  );
  const unavailable = counter('unavailable_total', 'Requests that were answered with 503, by the code of the cause.', [
    'cause',
  ]);

  const most = gauge('connections_limit', 'Database connections that this process may open.');
  const open = gauge('connections_open', 'Database connections of this process.');
  const inUse = gauge('connections_in_use', 'Database connections of this process that work.');
  const waiting = gauge('connections_waiting', 'Callers in this process that wait for a database connection.');
  const waitSeconds = seconds(
    'connection_wait_seconds',
    'Wait for a database connection.',
    [0.001, 0.01, 0.05, 0.25, 1, 5],
  );
  const notTaken = counter('connections_failed_total', 'Callers that got no database connection.');

  const jobInterval = gauge('job_interval_seconds', 'How often a job begins a turn when nothing wakes it.', ['name']);
  const jobSuccess = gauge(
    'job_success_timestamp_seconds',
    'When a turn last ended well; at first, when the job began.',
    ['name'],
  );
  const jobLast = gauge('job_turn_seconds', 'How long the last turn took.', ['name']);
  const jobSeconds = counter('job_seconds_total', 'Time that all turns took.', ['name']);
  const jobTurns = counter('job_turns_total', 'Turns of a job.', ['name', 'outcome']);
  const attempts = counter('queue_attempts_total', 'Attempts to hand something over.', ['queue', 'outcome']);
  const attemptSeconds = counter('queue_attempt_seconds_total', 'Time that attempts took.', ['queue']);

  const backlogRows = gauge('backlog_rows', 'What waits, at most 10,000.', ['backlog', 'kind']);
  const backlogOldest = gauge('backlog_oldest_seconds', 'Since when the oldest waits.', ['backlog', 'kind']);
  const backlogOverdue = gauge('backlog_overdue_seconds', 'How late the one is that is due longest.', [
    'backlog',
    'kind',
  ]);
  const auditAge = gauge('audit_check_age_seconds', 'Since the audit log was last checked as a whole.');
  const findings = gauge('audit_findings', 'Rows and chains of the audit log that the last check found unsound.');
  const guessing = gauge('guessing', '1: somebody is trying out many usernames with wrong passwords.');
  const up = gauge('database_up', '1: the database answers.');
  const unread = gauge('figures_unread', 'Figures of the database that could not be read in time.');
  const databaseConnections = gauge('database_connections', 'Connections to this database, of all processes.');
  const databaseLimit = gauge('database_connections_limit', 'Connections that PostgreSQL allows.');
  const lockWaits = gauge('database_lock_waits', 'Sessions that wait for a lock.');
  const transaction = gauge('database_oldest_transaction_seconds', 'Age of the oldest open transaction.');
  const standbys = gauge('database_standbys', 'Standbys that replicate.');
  const replayLag = gauge('database_replay_lag_seconds', 'How far the slowest standby is behind; needs pg_monitor.');
  const dead = gauge('database_dead_rows', 'Dead rows of tables that change often.', ['table']);
  const diskFree = gauge('data_free_bytes', 'Free space where DATA_DIR is.');
  const backupAge = gauge('backup_age_seconds', 'Since the last backup that was noted in DATA_DIR.');

  const stops = [
    requestAnswered.listen(({ method, route, status, ms, cause }) => {
      requests.inc({ method, route, status: String(status) });
      requestSeconds.observe({ method, route }, ms / 1000);
      if (status === 503) unavailable.inc({ cause: cause ?? 'refused' });
    }),
    connectionTaken.listen(({ waitedMs, isTaken }) => {
      waitSeconds.observe(waitedMs / 1000);
      if (!isTaken) notTaken.inc();
    }),
    jobStarted.listen(({ job, everyMs }) => {
      jobInterval.set({ name: job }, everyMs / 1000);
      jobSuccess.set({ name: job }, Date.now() / 1000);
    }),
    jobTurn.listen(({ job, ms, isFailed }) => {
      jobTurns.inc({ name: job, outcome: isFailed ? 'failed' : 'done' });
      jobSeconds.inc({ name: job }, ms / 1000);
      jobLast.set({ name: job }, ms / 1000);
      if (!isFailed) jobSuccess.set({ name: job }, Date.now() / 1000);
    }),
    attemptMade.listen(({ queue, outcome, ms }) => {
      attempts.inc({ queue, outcome });
      attemptSeconds.inc({ queue }, ms / 1000);
    }),
  ];

  const setFigures = ({ isReachable, backlogs, audit, isGuessing, database, deadRows }: Figures): void => {
    up.set(isReachable ? 1 : 0);
    unread.set(
      [...backlogs.map(({ rows }) => rows), audit, isGuessing, database, deadRows].filter((one) => one === null).length,
    );
    for (const one of [backlogRows, backlogOldest, backlogOverdue, dead]) one.reset();
    for (const { name, rows } of backlogs) {
      if (rows === null) continue;
      const usual = { kind: '', waiting: 0, oldestSeconds: 0, overdueSeconds: 0 };
      for (const { kind, ...row } of rows.length === 0 ? [usual] : rows) {
        const labels = { backlog: name, kind };
        backlogRows.set(labels, row.waiting);
        backlogOldest.set(labels, row.oldestSeconds);
        backlogOverdue.set(labels, row.overdueSeconds);
      }
    }
    // A figure that is not known is no number, and never the last one that was.
    auditAge.set(audit?.checkedSecondsAgo ?? Number.NaN);
    findings.set(audit?.findings ?? Number.NaN);
    guessing.set(isGuessing === null ? Number.NaN : Number(isGuessing));
    databaseConnections.set(database?.connections ?? Number.NaN);
    databaseLimit.set(database?.mostConnections ?? Number.NaN);
    lockWaits.set(database?.lockWaits ?? Number.NaN);
    transaction.set(database?.oldestTransactionSeconds ?? Number.NaN);
    standbys.set(database?.standbys ?? Number.NaN);
    replayLag.set(database?.replayLagSeconds ?? Number.NaN);
    for (const { tableName, deadRows: rows } of deadRows ?? []) dead.set({ table: tableName }, rows);
  };

  return {
    contentType: registry.contentType,
    async text() {
      const load = pool.load();
      most.set(connections);
      open.set(load.open);
      inUse.set(load.inUse);
      waiting.set(load.waiting);
      setFigures(await figures());
      diskFree.set((await freeBytes(dataDir)) ?? Number.NaN);
      backupAge.set((await backupAgeSeconds(dataDir)) ?? Number.NaN);
      return registry.metrics();
    },
    noteReady: () => startSeconds.set(performance.now() / 1000),
    stop() {
      for (const stop of stops) stop();
    },
  };
}
