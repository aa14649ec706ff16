import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type BodyOf,
  type CallShape,
  FacilityId,
  type HeadersOf,
  PatientId,
  Token,
  UserId,
  UserProfile,
  callUrl,
  getLoginProfile,
} from '@portal/api';
import pg from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { pino } from 'pino';
import * as v from 'valibot';
import { readConfig } from '../../server/start/config.ts';
import { createLink, linkDays } from '../../server/session/emailedLinks.ts';
import { issueTicket } from '../../server/session/singleSignOn.ts';
import type { AuditActor } from '../../server/audit/audit.ts';
import type { Finding } from '../../server/audit/checkChain.ts';
import { brokenAuditRows } from './audit.ts';
import type { Surface } from '../../server/http/handler.ts';
import { runServer } from '../../server/start/run.ts';
import { shareCluster, stopShared } from '../../server/db/cluster.ts';
import { migrate } from '../../server/db/migrate.ts';
import { type Db, type Pool, connectionConfig, dbOn } from '../../server/db/pool.ts';
import { seedDemo } from '../../server/demo/demo.ts';
import { demoDays } from './demoDays.ts';
import { demoPassword } from '../../server/demo/people.ts';
import type { Mailer } from '../../server/mail/mailer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const clusterFolder = join(root, '.cache', 'test-cluster');
/** The databases of tests need not survive a crash of the machine, so data is not flushed to disk. */
const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=300'];
/** Cheap password hashing: the same algorithm and code paths, with less memory. */
export const testEnvironment = {
  PORT: '0',
  KIOSK_PORT: '0',
  HOST: '127.0.0.1',
  ARGON2_MEMORY_KIB: '8192',
  ARGON2_PASSES: '1',
  LOG_LEVEL: 'warn',
  // A file of tests takes a busy machine longer than a token lives.
  ACCESS_TOKEN_SECONDS: '3600',
  // Off, because notices about the demo's visits depend on the hour of the day. A test that needs them sets the clock.
  NOTICE_SECONDS: '0',
} as const;

async function onCluster<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig((await shareCluster(clusterFolder, settings)).ownerUrlOf(database)));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A name that changes with everything that makes the template: schema, demo data and the dates that the demo is relative to. */
async function templateName(): Promise<string> {
  const hash = createHash('sha256').update(demoDays());
  for (const folder of [
    'server/db',
    'server/care',
    'server/demo',
    'server/facilities',
    'server/questionnaires',
    'server/record',
    'src/api',
  ]) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.sort())
      if (/\.\w+$/.test(name) && !name.endsWith('.test.ts'))
        hash.update(name).update(await readFile(join(root, folder, name)));
  }
  return `template_${hash.digest('hex').slice(0, 16)}`;
}

async function ensureTemplate(): Promise<string> {
  const name = await templateName();
  await onCluster('postgres', async (client) => {
    await client.query("select pg_advisory_lock(hashtext('vestibule test template'))");
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like 'template\\_%' or datname like 'making\\_%'",
    );
    if (rows.some(({ datname }) => datname === name)) return;
    for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
    const making = name.replace('template', 'making');
    await client.query(`create database "${making}"`);
    const url = (await shareCluster(clusterFolder, settings)).ownerUrlOf(making);
    await migrate(url, (within) => seedDemo(within, readConfig(testEnvironment, [])));
    await client.query(`alter database "${making}" rename to "${name}"`);
  });
  return name;
}

export interface TestDatabase {
  /** Address for a connection as the owner. */
  readonly url: string;
  /** Address for a connection as the server's role. */
  readonly serverUrl: string;
  readonly drop: () => Promise<void>;
}

/** A new database on the cluster that all tests share: a copy of the demo, or an empty one. */
export async function testDatabase(kind: 'demo' | 'empty' = 'demo'): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  const template = kind === 'demo' ? await ensureTemplate() : 'template0';
  // As files: by the write-ahead log, the usual way, a copy takes half as long again.
  await onCluster('postgres', (client) =>
    client.query(`create database "${name}" template "${template}" strategy file_copy`),
  );
  const { ownerUrlOf, urlOf } = await shareCluster(clusterFolder, settings);
  return {
    url: ownerUrlOf(name),
    serverUrl: urlOf(name),
    async drop() {
      await onCluster('postgres', (client) => client.query(`drop database if exists "${name}" with (force)`));
    },
  };
}

/** Stops the shared cluster, unless another test run on this machine still uses it. */
export async function stopTestCluster(): Promise<void> {
  if (!existsSync(join(clusterFolder, 'database', 'postmaster.pid'))) return;
  const inUse = await onCluster('postgres', async (client) => {
    const { rows } = await client.query<{ datname: string; used: boolean }>(
      "select datname, exists (select from pg_stat_activity a where a.datid = d.oid) as used from pg_database d where datname like 'test\\_%'",
    );
    for (const { datname, used } of rows)
      if (!used) await client.query(`drop database if exists "${datname}"`).catch(() => undefined);
    return rows.some(({ used }) => used);
  });
  if (!inUse) await stopShared(clusterFolder);
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; null for an empty body; the text itself when it is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

type AnyBody = Readonly<Record<string, unknown>> | readonly unknown[];
/** A call of which only the shape is known, as in a loop over the contract, may have any body or none. */
type Body<C extends CallShape> = CallShape extends C
  ? { body?: AnyBody }
  : BodyOf<C> extends null
    ? { body?: undefined }
    : { body: BodyOf<C> | AnyBody };
export type Request<C extends CallShape> = {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Partial<HeadersOf<C>> & Readonly<Record<string, string>>;
} & Partial<Body<C>>;

/** One browser: it keeps cookies, sends the token of its last login, and makes calls by their declaration. */
export class Browser {
  readonly cookies = new Map<string, string>();
  tokens: Token | null = null;
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Sends a request unchanged. Cookies are sent along and stored. */
  async fetch(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(`${this.origin}${path}`, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    let body: unknown = text === '' ? null : text;
    try {
      body = text === '' ? null : JSON.parse(text);
    } catch {
      // Not JSON, such as a page or a style sheet: the text is the body.
    }
    return { status: response.status, headers: response.headers, body, text };
  }

  /** Makes one call of the contract, with this browser's access token if it has one. A proof of presence ends that token, so the next one is fetched. */
  async call<C extends CallShape>(call: C, request: Request<C> = {}): Promise<Answer> {
    const headers = new Headers(request.headers);
    if (this.tokens !== null && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${this.tokens.access_token}`);
    let body: string | Uint8Array<ArrayBuffer> | undefined;
    if (request.body !== undefined) {
      const types = {
        json: 'application/json',
        jsonPatch: 'application/json-patch+json',
        form: 'application/x-www-form-urlencoded',
        bytes: 'application/octet-stream',
      };
      if (!headers.has('content-type')) headers.set('content-type', types[call.bodyType ?? 'json']);
      body =
        call.bodyType === 'form'
          ? new URLSearchParams(v.parse(v.record(v.string(), v.string()), request.body)).toString()
          : call.bodyType === 'bytes'
            ? v.parse(v.instance(Uint8Array<ArrayBuffer>), request.body)
            : JSON.stringify(request.body);
    }
    const path = callUrl(call, request.params ?? {}, request.query ?? {});
    const answer = await this.fetch(path, { method: call.method, headers, body });
    if (answer.status === 204 && (call.name === 'confirmPassword' || call.name === 'confirmByPasskey'))
      await this.refresh();
    return answer;
  }

  /** Calls `POST /token` and stores the tokens if it succeeds. */
  async token(form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const answer = await this.fetch('/token', { method: 'POST', body: new URLSearchParams(form), headers });
    const parsed = v.safeParse(Token, answer.body);
    if (answer.status === 200 && parsed.success) this.tokens = parsed.output;
    return answer;
  }

  /** Signs a demo user in; the manager at the kiosk needs another `portalType`. */
  logIn(
    username: string,
    password = demoPassword,
    portalType: 'patientPortal' | 'kioskManagement' = 'patientPortal',
  ): Promise<Answer> {
    return this.token({ grant_type: 'password', username, password }, { 'portal-type': portalType });
  }

  /** Signs in by an emailed link, as its page does. */
  followLink({ patientId, data }: TestLink, lastName: string, birthDate: string, key?: string): Promise<Answer> {
    return this.token(
      { grant_type: 'password', username: '', password: '' },
      {
        'portal-type': 'patientPortal',
        'logon-process': 'patientLinkUser',
        'patient-id': String(patientId),
        'link-data': data,
        'last-name': encodeURIComponent(lastName),
        'birth-date': birthDate,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    );
  }

  /** Signs in with a single sign-on ticket. */
  signOn(ssoId: string): Promise<Answer> {
    return this.token(
      { grant_type: 'password', username: '', password: '' },
      { 'portal-type': 'patientPortal', 'logon-process': 'singleSignOn', 'sso-id': ssoId },
    );
  }

  refresh(refreshToken = this.tokens?.refresh_token ?? ''): Promise<Answer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /** The profile of who is signed in. */
  async profile(): Promise<UserProfile> {
    return v.parse(UserProfile, (await this.call(getLoginProfile)).body);
  }
}

/** The parts of an emailed link that `/token` needs. */
export interface TestLink {
  readonly patientId: PatientId;
  readonly data: string;
}

export interface TestServer {
  readonly portalUrl: string;
  readonly kioskUrl: string;
  /** The port for HL7 v2, if `HL7_PORT` is in its environment. */
  readonly hl7Port: number;
  /** The address of its metrics, if `METRICS_PORT` is in its environment. */
  readonly metricsUrl: string;
  /** Connects as the server's role. */
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  /** The data folder, which contains the outbox. */
  readonly dataDir: string;
  /** Runs SQL, to look at what was written and to make time pass. */
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  browser(surface?: Surface): Browser;
  /** A browser in which this demo user is signed in. */
  signedIn(username: string): Promise<Browser>;
  /** A new emailed link for a demo user. */
  link(username: string): Promise<TestLink>;
  /** A new single sign-on ticket for a demo user, as their facility's identity system gets it. */
  ticket(username: string): Promise<string>;
  /** A transaction like the server's, for doing what a command does. */
  tx<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** The server's own connections. */
  readonly pool: Pool;
  readonly mailer: Mailer;
  /** What is wrong with the audit log. */
  brokenAuditRows(): Promise<Finding[]>;
  /** Resolves once this many statements wait for a lock of this database; throws when that does not happen. */
  untilWaiting(statements: number): Promise<void>;
  /** Ids of a demo user by name. */
  ids(username: string): Promise<{ userId: UserId; patientId: PatientId | null; facilityId: FacilityId }>;
  /** Mails that were sent to an address as files, oldest first, parsed like a mail program does. */
  mails(to: string): Promise<Email[]>;
  /** The same, once there are this many; throws when they do not arrive. */
  waitForMails(to: string, count: number): Promise<Email[]>;
  stop(): Promise<void>;
}

/** All messages of a folder to an address, oldest first. */
export async function mailsIn(folder: string, to: string): Promise<Email[]> {
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort() : [];
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.filter((mail) => mail.to?.some(({ address }) => address === to));
}

const Ids = v.object({ userId: UserId, patientId: v.nullable(PatientId), facilityId: FacilityId });
const clerk: AuditActor = { userId: null, role: 'admin', name: 'a test', sessionId: null };

export interface TestServerOptions {
  /** Settings that differ from `testEnvironment`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Address for a connection as the owner. If absent, a new copy of the demo is used and dropped at the end. */
  readonly databaseUrl?: string;
  /**
   * Makes this server a second process of that server's facility: same database and same outbox, since either process may send any mail.
   */
  readonly beside?: TestServer;
  /** Folder with the two builds; `dist` if absent. */
  readonly dist?: string;
}

/** Starts the real server inside this process, on free ports and with a database of its own. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const given = options.beside?.ownerUrl ?? options.databaseUrl;
  const own = given === undefined ? await testDatabase() : null;
  const ownerUrl = given ?? own?.url ?? '';
  const name = /@[^/]*\/([^?]+)/.exec(ownerUrl)?.[1] ?? '';
  const databaseUrl = (await shareCluster(clusterFolder, settings)).urlOf(name);
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-test-'));
  const dataDir = options.beside?.dataDir ?? folder;
  const config = readConfig(
    {
      ...testEnvironment,
      DATA_DIR: dataDir,
      ...options.environment,
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: ownerUrl,
    },
    [],
  );
  const running = await runServer({
    config,
    log: pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true })),
    say: () => undefined,
    onLost: () => undefined,
    seed: (client) => seedDemo(client, config),
    ...(options.dist === undefined ? {} : { dist: options.dist }),
  });
  const pool = new pg.Pool({ ...connectionConfig(ownerUrl), max: 2 });
  // The database is dropped while connections are still closing, so their errors are ignored.
  pool.on('error', () => undefined);
  const at = (url: string): string => url.replace('localhost', '127.0.0.1');
  const query: TestServer['query'] = async (sql, values = []) =>
    (await pool.query<Record<string, unknown>>(sql, [...values])).rows;
  const tx: TestServer['tx'] = async (work) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const done = await work(dbOn(client, running.auditKeys.current));
      await client.query('commit');
      return done;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
  const ids: TestServer['ids'] = async (username) => {
    const [row] = await query(
      'select u.id as "userId", p.id as "patientId", u.facility_id as "facilityId" from users u left join patients p on p.user_id = u.id where u.username = $1',
      [username],
    );
    return v.parse(Ids, row);
  };
  const browser = (surface: Surface = 'portal'): Browser =>
    new Browser(at(surface === 'portal' ? running.portalUrl : running.kioskUrl));
  const mails: TestServer['mails'] = (to) => mailsIn(join(dataDir, 'outbox'), to);
  return {
    portalUrl: at(running.portalUrl),
    kioskUrl: at(running.kioskUrl),
    hl7Port: running.hl7Port ?? 0,
    metricsUrl: `http://127.0.0.1:${String(running.metricsPort)}/metrics`,
    databaseUrl,
    ownerUrl,
    dataDir,
    query,
    browser,
    async signedIn(username) {
      const isManager = username === 'kiosk';
      const made = browser(isManager ? 'kiosk' : 'portal');
      const answer = await made.logIn(username, demoPassword, isManager ? 'kioskManagement' : 'patientPortal');
      if (answer.status !== 200) throw new Error(`${username} is not signed in: ${answer.text}`);
      return made;
    },
    async link(username) {
      const { patientId } = await ids(username);
      if (patientId === null) throw new Error(`${username} is no patient`);
      const { data } = await tx((within) => createLink(within, clerk, patientId, linkDays));
      return { patientId, data };
    },
    async ticket(username) {
      const user = await ids(username);
      return tx((within) => issueTicket(within, clerk, user));
    },
    tx,
    pool: running.pool,
    mailer: running.mailer,
    brokenAuditRows: () => brokenAuditRows(running.pool, running.auditKeys, dataDir),
    async untilWaiting(statements) {
      for (const end = Date.now() + 20_000; ; await wait(5)) {
        const [row] = await query(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        if (Number(row?.['n']) >= statements) return;
        if (Date.now() > end) throw new Error('nothing waits for a lock');
      }
    },
    ids,
    mails,
    async waitForMails(to, count) {
      for (const end = Date.now() + 20_000; ; await wait(20)) {
        const found = await mails(to);
        if (found.length >= count) return found;
        if (Date.now() > end) throw new Error(`${found.length} mails have come to ${to}`);
      }
    },
    async stop() {
      await pool.end();
      await running.stop();
      await own?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
