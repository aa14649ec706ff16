import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { AssignedQuestionnaireId, PatientId, UserId } from '@portal/api';
import PostalMime, { type Email } from 'postal-mime';
import * as v from 'valibot';
import * as api from '@portal/api';
import { type RunningServer, addressesOf, adminFile, copyDatabase, demoTemplate, startServer } from './cluster.ts';
import { freePort } from './freePort.ts';
import { type FaultProxy, startProxy } from './proxy.ts';

const exec = promisify(execFile);

/** The password of every demo user and of everyone that `newPatient` makes. */
export const demoPassword = 'Demo+Pass1';

export interface TestPatient {
  readonly userId: UserId;
  readonly patientId: PatientId;
  readonly username: string;
  readonly password: string;
}

/** SQL for reading rows and for making what the demo does not have. */
export interface Sql {
  query(sql: string, values?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The one value of the one row. */
  value(sql: string, values?: readonly unknown[]): Promise<unknown>;
}

/**
 * A separate facility: the built server on a new copy of the demo database, reached through a network that can be cut, one for the portal
 * and one for the kiosk.
 */
export interface Facility {
  readonly portal: FaultProxy;
  readonly kiosk: FaultProxy;
  /** Addresses through the network, without a closing slash. */
  readonly portalUrl: string;
  readonly kioskUrl: string;
  /** Addresses without the network, which always work. */
  readonly directPortalUrl: string;
  readonly directKioskUrl: string;
  /** Address for a connection as the owner. */
  readonly databaseUrl: string;
  readonly db: Sql;
  readonly server: RunningServer;
  /** Ends the server process with SIGKILL; the network then finds no server. */
  killServer(): Promise<void>;
  /** Starts the server again on the same ports and database, after `killServer` or `stopServer`. */
  startServer(): Promise<void>;
  stopServer(): Promise<number | null>;
  /** Ends every connection of the server to its database, as a restart of the database does. */
  cutDatabase(): Promise<void>;
  /** The same, and allows no new connection until the returned function is called. */
  loseDatabase(): Promise<() => Promise<void>>;
  /** Makes a patient of the default facility with the demo password, who has accepted the terms and has nothing assigned. */
  newPatient(options?: {
    username?: string;
    firstName?: string;
    lastName?: string;
    language?: string;
  }): Promise<TestPatient>;
  /** Assigns the template with this title, due today unless a date (`YYYY-MM-DD`) is given. */
  assign(patientId: PatientId, templateTitle: string, due?: string): Promise<AssignedQuestionnaireId>;
  /** Imports a FHIR R4 Questionnaire through the command line. */
  importQuestionnaire(resource: object): Promise<void>;
  /** Runs the command line (`npm run admin -- …`) on this facility's database. Returns what it printed. */
  admin(...args: readonly string[]): Promise<string>;
  /** Mails that this facility has sent to an address, oldest first, once there are at least `atLeast`. */
  mails(to: string, atLeast?: number): Promise<readonly Email[]>;
  /** The same of text messages to a number: their words. */
  textMessages(to: string, atLeast: number): Promise<readonly string[]>;
  stop(): Promise<void>;
}

const Id = v.object({ id: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)) });

/**
 * Starts a facility. `env` is passed to the server; `dist` is another folder of builds than the repository's; `template`: another database
 * to copy than the demo of today, which a run that passes midnight makes anew.
 */
export async function startFacility({
  env = {},
  dist,
  template,
}: { env?: Readonly<Record<string, string>>; dist?: string; template?: string } = {}): Promise<Facility> {
  const database = await copyDatabase(template ?? (await demoTemplate()));
  const [portalPort, kioskPort] = [await freePort(), await freePort()];
  const [portal, kiosk] = [await startProxy(portalPort), await startProxy(kioskPort)];
  const dataFolder = await mkdtemp(join(tmpdir(), 'facility-'));
  const addresses = await addressesOf(database.name, dist);
  const places = { PORTAL_URL: portal.url, KIOSK_URL: kiosk.url, DATA_DIR: dataFolder };
  const start = () =>
    startServer({
      ...addresses,
      portalPort,
      kioskPort,
      env: { ...places, ...env },
      ...(dist === undefined ? {} : { file: join(dist, 'server', 'main.js') }),
    });
  let server = await start();
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // Tests end connections on purpose, so errors are ignored.
  pool.on('error', () => undefined);
  const query: Sql['query'] = async (sql, values = []) => {
    const result = await pool.query<Record<string, unknown>>(sql, [...values]);
    return result.rows;
  };
  const db: Sql = {
    query,
    async value(sql, values) {
      const rows = await query(sql, values);
      const [row] = rows;
      if (row === undefined || rows.length !== 1)
        throw new Error(`One row was expected, there are ${rows.length}: ${sql}`);
      return Object.values(row)[0];
    },
  };
  // Most kiosk tests begin with the questionnaires; a test of the check-in turns it on.
  await query('update facilities set kiosk_arrival = false, kiosk_contact_check = false');
  const idOf = async (sql: string, values: readonly unknown[]) => v.parse(Id, (await query(sql, values))[0]).id;
  /** The files of what was sent, oldest first. */
  const outbox = async (ending: string): Promise<Buffer[]> => {
    const folder = join(dataFolder, 'outbox');
    const names = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith(ending)).sort() : [];
    return Promise.all(names.map((name) => readFile(join(folder, name))));
  };
  const sentTo = async <T>(to: string, atLeast: number, find: () => Promise<readonly T[]>): Promise<readonly T[]> => {
    for (const end = Date.now() + 20_000; ; await wait(50)) {
      const found = await find();
      if (found.length >= atLeast) return found;
      if (Date.now() > end) throw new Error(`${found.length} messages have come to ${to}, not ${atLeast}`);
    }
  };
  const admin = async (...args: readonly string[]) => {
    const { stdout } = await exec(
      process.execPath,
      [dist === undefined ? adminFile : join(dist, 'server', 'admin.js'), ...args],
      {
        env: { ...process.env, DATABASE_URL: addresses.databaseUrl, DATA_DIR: dataFolder },
        maxBuffer: 32_000_000,
      },
    );
    return stdout;
  };
  const cutDatabase = async () => {
    await query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  };
  let made = 0;
  return {
    portal,
    kiosk,
    portalUrl: portal.url,
    kioskUrl: kiosk.url,
    directPortalUrl: `http://localhost:${portalPort}`,
    directKioskUrl: `http://localhost:${kioskPort}`,
    databaseUrl: database.url,
    db,
    get server() {
      return server;
    },
    async killServer() {
      await server.kill();
    },
    async startServer() {
      server = await start();
    },
    stopServer: () => server.stop(),
    cutDatabase,
    async loseDatabase() {
      await database.letIn(false);
      await cutDatabase();
      return () => database.letIn(true);
    },
    async newPatient({ username = `person${++made}`, firstName = 'Mira', lastName = `Olsen ${made}`, language } = {}) {
      const userId = await idOf(
        `insert into users (username, password_hash, first_name, last_name, email, is_email_confirmed, is_eula_accepted, facility_id, language)
         select $1::text, password_hash, $2, $3, $1::text || '@example.org', true, true, facility_id, $4 from users where username = 'patient' returning id`,
        [username, firstName, lastName, language ?? null],
      );
      const patientId = await idOf(
        `insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id, language)
         select id, 'T-' || id, first_name, last_name, '1961-04-05', facility_id, language from users where id = $1 returning id`,
        [userId],
      );
      return {
        userId: v.parse(api.UserId, userId),
        patientId: v.parse(api.PatientId, patientId),
        username,
        password: demoPassword,
      };
    },
    async assign(patientId, templateTitle, due) {
      const id = await idOf(
        `insert into assigned_questionnaires (patient_id, template_id, due_date)
         select p.id, t.id, coalesce($3::date, today_in(f.time_zone)) from patients p join facilities f on f.id = p.home_facility_id, questionnaire_templates t
         where p.id = $1 and t.title = $2 order by t.id limit 1 returning id`,
        [patientId, templateTitle, due ?? null],
      );
      return v.parse(api.AssignedQuestionnaireId, id);
    },
    async importQuestionnaire(resource) {
      const folder = await mkdtemp(join(tmpdir(), 'questionnaire-'));
      const file = join(folder, 'questionnaire.json');
      await writeFile(file, JSON.stringify(resource));
      await admin('questionnaire', 'import', file);
      await rm(folder, { recursive: true });
    },
    admin,
    mails: (to, atLeast = 1) =>
      sentTo(to, atLeast, async () => {
        const all = await Promise.all((await outbox('.eml')).map((bytes) => PostalMime.parse(bytes)));
        return all.filter((mail) => mail.to?.some(({ address }) => address === to));
      }),
    textMessages: (to, atLeast) =>
      sentTo(to, atLeast, async () =>
        (await outbox('.txt')).map(String).filter((text) => text.startsWith(`To: ${to}\n`)),
      ),
    async stop() {
      await pool.end();
      await Promise.all([portal.stop(), kiosk.stop(), server.kill()]);
      await database.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
