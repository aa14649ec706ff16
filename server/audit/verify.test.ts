import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FacilityId, PatientId, calls } from '@portal/api';
import fc from 'fast-check';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { openPool } from '../db/pool.ts';
import { until } from '../../tests/server/serverProcess.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { anchorer } from './anchoring.ts';
import { anchorsFolder, openAnchors } from './anchors.ts';
import { audit, auditAll } from './audit.ts';
import { checkAll } from './checkAll.ts';
import { auditKeyOf, hashAt, noHash } from '../db/auditKey.ts';
import { lastChecked } from './lastCheck.ts';
import { startNightlyChecks } from './nightly.ts';

vi.setConfig({ testTimeout: 60_000 });
const serverKey = 'a server key of thirty-two characters and more';

let server: TestServer;
let chain: string;
let patientId: number;
beforeEach(async () => {
  server = await startTestServer({ environment: { SERVER_KEY: serverKey } });
  const browser = await server.signedIn('patient');
  patientId = (await server.ids('patient')).patientId ?? 0;
  chain = `patient:${patientId}`;
  for (let times = 0; times < 4; times += 1) await browser.call(calls.getPatient, { params: { patientId } });
});
afterEach(() => server.stop());

const verify = (...args: string[]) =>
  command(['audit', 'verify', ...args], server.databaseUrl, { SERVER_KEY: serverKey, DATA_DIR: server.dataDir });
const linesOf = async (...args: string[]) => {
  const { code, err } = await verify(...args);
  expect(code).toBe(1);
  return err.split('\n');
};
const lastSeq = async () =>
  Number((await server.query('select max(seq) as seq from audit_events where chain = $1', [chain]))[0]?.['seq']);
/** Anchors the log, as the server does every minute. */
const anchor = async () => anchorer(server.pool.db, await openAnchors(anchorsFolder(server.dataDir)))();

test('a sound log: nothing found, exit code 0, and when each chain was checked is kept', async () => {
  expect(await lastChecked(server.pool.db, v.parse(PatientId, patientId))).toBeNull();
  await anchor();
  const { code, out } = await verify();
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d+ chains with \d+ rows checked: nothing found\.$/),
  });
  const at = await lastChecked(server.pool.db, v.parse(PatientId, patientId));
  expect(Math.abs(Date.parse(at ?? '') - Date.now())).toBeLessThan(60_000);
  const [row] = await server.query('select mrn from patients where id = $1', [patientId]);
  expect((await verify('--patient', String(row?.['mrn']))).out).toMatch(/^1 chains with \d+ rows checked/);
});

test('whatever a row says, one at a time or many at once, it is sound as PostgreSQL gives it back', async () => {
  // PostgreSQL cannot store U+0000, and a text cannot end in half a character.
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((some) => !some.includes('\0'));
  const detail = fc.dictionary(
    text,
    fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
  );
  const actor = fc.record({
    userId: fc.constant(null),
    role: fc.constant('admin' as const),
    name: text,
    sessionId: fc.option(fc.nat()),
  });
  const entry = fc.record({
    type: fc.constant('account.shown' as const),
    actor: fc.option(actor),
    patientId: fc.option(fc.constant(v.parse(PatientId, patientId))),
    facilityId: fc.constantFrom(undefined, null, v.parse(FacilityId, 1)),
    detail,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 40 }), async (entries) => {
      await server.tx((tx) => auditAll(tx, entries.slice(1)));
      const [first] = entries;
      if (first !== undefined) await audit(server.pool.db, first);
      expect(await server.brokenAuditRows()).toEqual([]);
    }),
    // Each run checks the whole log.
    { numRuns: 12 },
  );
});

describe('each planted alteration is found, with its chain and row', () => {
  test('a row that was altered', async () => {
    await server.query("update audit_events set actor_name = 'Somebody Else' where chain = $1 and seq = 2", [chain]);
    expect(await linesOf()).toEqual([expect.stringMatching(`^${chain}, row 2 was altered`)]);
    expect(await lastChecked(server.pool.db, v.parse(PatientId, patientId))).toBeNull();
  });

  test('a row that was altered and all after it hashed anew, by whoever has everything in the database', async () => {
    const rows = await server.query(
      'select seq, (extract(epoch from happened_at) * 1000000)::bigint as micros, nonce, hash from audit_events where chain = $1 order by seq',
      [chain],
    );
    const key = auditKeyOf('');
    let previous = noHash;
    for (const { seq, micros, nonce } of rows) {
      const content = { type: 'a', patientId, facilityId: null, userId: null, role: null, name: null, sessionId: null };
      const tag = key.tag(chain, Buffer.isBuffer(nonce) ? nonce : noHash, { ...content, detail: {} });
      previous = hashAt(tag, previous, Number(seq), BigInt(Number(micros)));
      await server.query(
        "update audit_events set type = 'a', facility_id = null, actor_user_id = null, actor_role = null, actor_name = null, session_id = null, detail = '{}', hash = $3 where chain = $1 and seq = $2",
        [chain, seq, previous],
      );
    }
    await server.query('update audit_heads set hash = $2 where chain = $1', [chain, previous]);
    expect((await linesOf())[0]).toMatch(`${chain}, row 1 was altered`);
    // Under the mark of a key that anybody can make.
    await server.query('update audit_events set key_mark = $2 where chain = $1', [chain, key.mark]);
    expect((await linesOf())[0]).toMatch(`${chain}, row 1 is under another SERVER_KEY`);
  });

  test('a chain written anew in the old way, without a key', async () => {
    const rows = await server.query(
      `select seq, jsonb_build_array(chain, seq, (extract(epoch from happened_at) * 1000000)::bigint, type, patient_id, facility_id, actor_user_id,
         actor_role, actor_name, session_id, detail)::text as text from audit_events where chain = $1 order by seq`,
      [chain],
    );
    let previous = Buffer.alloc(0);
    for (const { seq, text } of rows) {
      previous = createHash('sha256').update(previous).update(String(text)).digest();
      await server.query(
        'update audit_events set hash = $3, key_mark = null, nonce = null where chain = $1 and seq = $2',
        [chain, seq, previous],
      );
    }
    await server.query('update audit_heads set hash = $2 where chain = $1', [chain, previous]);
    expect((await linesOf())[0]).toBe(`${chain}, row 1 was put in without the key`);
  });

  test('a row that was removed', async () => {
    await server.query('delete from audit_events where chain = $1 and seq = 2', [chain]);
    expect(await linesOf()).toEqual([`${chain}, row 2 was removed`]);
  });

  test('a row that was put in at the end', async () => {
    const next = (await lastSeq()) + 1;
    await server.query(
      `insert into audit_events (chain, seq, happened_at, type, patient_id, detail, hash, key_mark, nonce)
       select chain, $2, now(), type, patient_id, detail, hash, key_mark, nonce from audit_events where chain = $1 and seq = 1`,
      [chain, next],
    );
    expect(await linesOf()).toEqual([`${chain}, row ${next} was put in without the key`]);
    await server.query(
      'update audit_heads set seq = $2, hash = (select hash from audit_events where chain = $1 and seq = $2) where chain = $1',
      [chain, next],
    );
    expect(await linesOf()).toEqual([
      expect.stringMatching(`^${chain}, row ${next} was altered, or written by somebody`),
    ]);
  });

  test('a tail that was removed, also where the head was set back and only the anchors know', async () => {
    await anchor();
    const last = await lastSeq();
    await server.query('delete from audit_events where chain = $1 and seq > $2', [chain, last - 2]);
    expect(await linesOf()).toContain(`${chain}, row ${last - 1} and all after it were removed`);
    await server.query(
      'update audit_heads set seq = $2, hash = (select hash from audit_events where chain = $1 and seq = $2) where chain = $1',
      [chain, last - 2],
    );
    expect(await linesOf()).toEqual([`${chain}, row ${last - 1} and all after it were removed`]);
    const [row] = await server.query('select mrn from patients where id = $1', [patientId]);
    expect(await linesOf('--patient', String(row?.['mrn']))).toHaveLength(1);
  });

  test('a chain that was deleted with its head', async () => {
    await anchor();
    await server.query('delete from audit_events where chain = $1', [chain]);
    await server.query('delete from audit_heads where chain = $1', [chain]);
    expect(await linesOf()).toEqual([`${chain}, the rows of the whole chain were removed`]);
  });

  test('a chain that was replaced by another after its anchors, under the right key', async () => {
    await anchor();
    await server.query('delete from audit_events where chain = $1', [chain]);
    await server.query('delete from audit_heads where chain = $1', [chain]);
    const browser = await server.signedIn('patient');
    for (let times = 0; times < 6; times += 1) await browser.call(calls.getPatient, { params: { patientId } });
    expect(await linesOf()).toEqual([expect.stringMatching(`^${chain}, row \\d+ was altered`)]);
  });

  test('a register of keys that was emptied: the next start seals nothing anew', async () => {
    await server.query("update audit_events set actor_name = 'Somebody Else' where chain = $1 and seq = 2", [chain]);
    await server.query('delete from audit_keys');
    const again = await startTestServer({
      beside: server,
      environment: { SERVER_KEY: serverKey, LOG_LEVEL: 'silent' },
    });
    await again.stop();
    expect(await server.query('select chain from audit_seals where chain = $1', [chain])).toEqual([]);
    expect(await linesOf()).toHaveLength(1);
  });
});

test('a command without the key of the servers is refused, so that it writes no row that would look planted', async () => {
  const { code, err } = await command(['audit', 'verify'], server.databaseUrl);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('SERVER_KEY is not the one') });
});

test('another SERVER_KEY: where each chain stood is sealed, and the rows before it are checked with SERVER_KEY_BEFORE', async () => {
  const other = 'another server key of thirty-two characters or more';
  const next = await startTestServer({ beside: server, environment: { SERVER_KEY: other, LOG_LEVEL: 'error' } });
  const browser = await next.signedIn('patient');
  await browser.call(calls.getPatient, { params: { patientId } });
  const settings = { SERVER_KEY: other, DATA_DIR: server.dataDir };
  const check = (more: Readonly<Record<string, string>> = {}) =>
    command(['audit', 'verify', '--all'], server.databaseUrl, { ...settings, ...more });
  expect((await check()).err).toContain(`${chain}, row 1 is under a key that is not known here`);
  expect(await check({ SERVER_KEY_BEFORE: serverKey })).toMatchObject({ code: 0, err: '' });
  await server.query('update audit_seals set seq = seq + 1 where chain = $1', [chain]);
  expect((await check({ SERVER_KEY_BEFORE: serverKey })).err).toContain(`${chain}, row`);
  await next.stop();
});

test('killed in the middle, the next check goes on where it stood, and what it had found is not lost', async () => {
  // Enough chains for several pieces.
  const pool = openPool(server.databaseUrl, 1, () => undefined, auditKeyOf(serverKey));
  for (let at = 0; at < 250; at += 1)
    await audit(pool.db, {
      type: 'patients.listed',
      actor: null,
      patientId: null,
      facilityId: v.parse(FacilityId, 1000 + at),
    });
  await server.query("update audit_events set actor_name = 'Somebody Else' where chain = $1 and seq = 1", [
    'facility:1000',
  ]);
  const keys = { current: auditKeyOf(serverKey), known: new Map(), isSecret: true };
  keys.known.set(keys.current.mark.toString('hex'), keys.current);
  const anchors = await openAnchors(anchorsFolder(server.dataDir));
  const found: string[] = [];
  let rests = 0;
  const dying = checkAll({ pool, keys, anchors, onFinding: ({ chain: bad }) => found.push(bad) }, undefined, () => {
    rests += 1;
    return Promise.reject(new Error('killed'));
  });
  await expect(dying).rejects.toThrow('killed');
  expect({ rests, found }).toEqual({ rests: 1, found: ['facility:1000'] });
  const [left] = await server.query('select after_chain, chains::int from audit_check_runs where ended_at is null');
  expect(left).toMatchObject({ chains: 100 });
  // The holder has been gone for a minute.
  await server.query("update audit_check_runs set held_until = now() - interval '1 second'");
  const { code, out, err } = await verify();
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^facility:1000, row 1 was altered/) });
  expect(out).toContain('1 found');
  expect(await server.query('select id from audit_check_runs')).toHaveLength(1);
  const sound = await server.query("select chain from audit_checks where sound_at is null and chain like 'facility:%'");
  expect(sound).toEqual([{ chain: 'facility:1000' }]);
  await pool.end();
});

test('a small log is checked soon after a start, and again for a patient whom no check has reached', async () => {
  const keys = { current: auditKeyOf(serverKey), known: new Map(), isSecret: true };
  keys.known.set(keys.current.mark.toString('hex'), keys.current);
  const anchors = await openAnchors(anchorsFolder(server.dataDir));
  const stop = startNightlyChecks({ pool: server.pool, keys, anchors }, pino({ level: 'silent' }), {
    firstMs: 0,
    everyMs: 50,
  });
  const checked = async (username: string) => {
    const ids = await server.ids(username);
    return lastChecked(server.pool.db, v.parse(PatientId, ids.patientId));
  };
  await until(async () => (await checked('patient')) !== null);
  const other = await server.signedIn('limited');
  await other.call(calls.getPatient, { params: { patientId: (await server.ids('limited')).patientId ?? 0 } });
  await until(async () => (await checked('limited')) !== null);
  await stop();
});

describe('the anchors', () => {
  const lines = async () => {
    const folder = anchorsFolder(server.dataDir);
    const names = (await readdir(folder)).filter((name) => name.startsWith('2'));
    return (await Promise.all(names.map(async (name) => readFile(join(folder, name), 'utf8')))).join('');
  };

  test('are written for heads that moved, once, and a line that a kill cut off spoils none after it', async () => {
    await anchor();
    const first = await lines();
    expect(first).toContain(chain);
    await anchor();
    expect((await lines()).trim()).toBe(first.trim());
    const folder = anchorsFolder(server.dataDir);
    const [name = ''] = (await readdir(folder)).filter((each) => each.startsWith('2'));
    await writeFile(join(folder, name), `${await readFile(join(folder, name), 'utf8')}{"at":"2026`);
    const browser = await server.signedIn('patient');
    await browser.call(calls.getPatient, { params: { patientId } });
    await anchor();
    const last = await lastSeq();
    await server.query('delete from audit_events where chain = $1 and seq = $2', [chain, last]);
    await server.query(
      'update audit_heads set seq = $2, hash = (select hash from audit_events where chain = $1 and seq = $2) where chain = $1',
      [chain, last - 1],
    );
    expect(await linesOf()).toEqual([`${chain}, row ${last} and all after it were removed`]);
  });

  test('go to the command of AUDIT_ANCHOR as well, at the latest when the server stops', async () => {
    const file = join(server.dataDir, 'taken.jsonl');
    const beside = await startTestServer({
      beside: server,
      environment: { SERVER_KEY: serverKey, AUDIT_ANCHOR: `cat >> ${file}` },
    });
    const browser = await beside.signedIn('patient');
    await browser.call(calls.getPatient, { params: { patientId } });
    const last = await lastSeq();
    await beside.stop();
    expect(await readFile(file, 'utf8')).toContain(`["${chain}",${last},`);
  });
});
