import { PatientId, calls } from '@portal/api';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { anchorer } from './anchoring.ts';
import { anchorsFolder, openAnchors } from './anchors.ts';

const serverKey = 'a server key of thirty-two characters and more';
let server: TestServer;
let chain: string;
let visit: () => Promise<void>;

beforeEach(async () => {
  server = await startTestServer({ environment: { SERVER_KEY: serverKey, LOG_LEVEL: 'silent' } });
  const patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
  chain = `patient:${patientId}`;
  const browser = await server.signedIn('patient');
  visit = async () => {
    for (let times = 0; times < 3; times += 1) await browser.call(calls.getPatient, { params: { patientId } });
    await anchorer(server.pool.db, await openAnchors(anchorsFolder(server.dataDir)))();
  };
  await visit();
});
afterEach(() => server.stop());

const verify = async (...args: string[]) => {
  const { code, out, err } = await command(['audit', 'verify', ...args], server.databaseUrl, {
    SERVER_KEY: serverKey,
    DATA_DIR: server.dataDir,
  });
  return { code, out, found: err === '' ? [] : err.split('\n') };
};
const lastSeq = async () =>
  Number((await server.query('select max(seq) as seq from audit_events where chain = $1', [chain]))[0]?.['seq']);
/** Removes the last rows of the chain and sets its head back, as somebody does who owns the database. */
async function removeTail(rows: number): Promise<number> {
  const last = (await lastSeq()) - rows;
  await server.query('delete from audit_events where chain = $1 and seq > $2', [chain, last]);
  await server.query(
    'update audit_heads set seq = $2, hash = (select hash from audit_events where chain = $1 and seq = $2) where chain = $1',
    [chain, last],
  );
  return last;
}
/** What checks have left in the database, to be put back later. */
async function copyOfChecks(): Promise<() => Promise<void>> {
  const [checks, verified] = [
    await server.query('select * from audit_checks'),
    await server.query('select * from audit_verified'),
  ];
  return async () => {
    await server.query('delete from audit_checks');
    await server.query('delete from audit_verified');
    for (const row of checks)
      await server.query(
        'insert into audit_checks (chain, checked_at, sound_at, events, checkpoint_seq, checkpoint_hash) values ($1, $2, $3, $4, $5, $6)',
        ['chain', 'checked_at', 'sound_at', 'events', 'checkpoint_seq', 'checkpoint_hash'].map((name) => row[name]),
      );
    for (const row of verified)
      await server.query('insert into audit_verified (content, seal) values ($1, $2)', [row['content'], row['seal']]);
  };
}

test('what was verified is not read again, what is new is, and all of it with --all', async () => {
  expect((await verify()).out).toMatch(/^\d+ chains with [1-9]\d* rows checked: nothing found\.$/);
  await server.query('delete from audit_check_runs');
  expect((await verify()).out).toMatch(/^\d+ chains with 0 new rows checked: nothing found\.$/);
  await visit();
  expect((await verify()).out).toMatch(/^\d+ chains with 3 new rows checked: nothing found\.$/);
  expect((await verify('--all')).out).toMatch(/^\d+ chains with [1-9]\d* rows checked: nothing found\.$/);
});

test('an old row that was altered in place is found with --all', async () => {
  await verify();
  await server.query("update audit_events set actor_name = 'Somebody Else' where chain = $1 and seq = 2", [chain]);
  expect((await verify()).found).toEqual([]);
  expect((await verify('--all')).found).toEqual([expect.stringMatching(`^${chain}, row 2 was altered`)]);
  // While anything is wrong every check is of everything.
  expect((await verify()).found).toEqual([expect.stringMatching(`^${chain}, row 2 was altered`)]);
});

describe('whoever owns the database hides nothing that the anchors show, after a check:', () => {
  test('a tail removed', async () => {
    await verify();
    const last = await removeTail(2);
    expect((await verify()).found).toContain(`${chain}, row ${last + 1} and all after it were removed`);
    // Nor does it become usual.
    expect((await verify()).found).toEqual([`${chain}, row ${last + 1} and all after it were removed`]);
  });

  test('a tail removed with its checkpoint', async () => {
    await verify();
    const last = await removeTail(2);
    await server.query('delete from audit_checks where chain = $1', [chain]);
    expect((await verify()).found).toEqual([`${chain}, row ${last + 1} and all after it were removed`]);
  });

  test('a tail removed and its checkpoint set back', async () => {
    await verify();
    const last = await removeTail(2);
    await server.query(
      'update audit_checks c set checkpoint_seq = h.seq, checkpoint_hash = h.hash from audit_heads h where h.chain = c.chain and c.chain = $1',
      [chain],
    );
    expect((await verify()).found).toEqual([`${chain}, row ${last + 1} and all after it were removed`]);
  });

  test('a tail removed and everything that checks left put back as it was before', async () => {
    await verify();
    const putBack = await copyOfChecks();
    await visit();
    await verify();
    const last = await removeTail(2);
    await putBack();
    expect((await verify()).found).toEqual([`${chain}, row ${last + 1} and all after it were removed`]);
  });

  test('a tail removed and one checkpoint put back as it was before', async () => {
    await verify();
    const [old] = await server.query('select checkpoint_seq, checkpoint_hash from audit_checks where chain = $1', [
      chain,
    ]);
    await visit();
    await verify();
    const last = await removeTail(2);
    await server.query('update audit_checks set checkpoint_seq = $2, checkpoint_hash = $3 where chain = $1', [
      chain,
      old?.['checkpoint_seq'],
      old?.['checkpoint_hash'],
    ]);
    expect((await verify()).found).toEqual([`${chain}, row ${last + 1} and all after it were removed`]);
  });

  test('a chain removed with its head and its checkpoint', async () => {
    await verify();
    for (const table of ['audit_events', 'audit_heads', 'audit_checks'])
      await server.query(`delete from ${table} where chain = $1`, [chain]);
    expect((await verify()).found).toEqual([`${chain}, the rows of the whole chain were removed`]);
  });

  test('a check that looks as if it had come to the end', async () => {
    await verify();
    const last = await removeTail(2);
    await server.query(
      `update audit_check_runs set ended_at = null, held_until = now() - interval '1 second', after_chain = 'zzz', progress = replace(progress, '"isWhole":true', '"isWhole":false')`,
    );
    expect((await verify()).found).toContain(`${chain}, row ${last + 1} and all after it were removed`);
  });
});

test('another server with a folder of its own compares all of its anchors, and both go on from their own place', async () => {
  await verify();
  const folder = `${server.dataDir}-other`;
  const other = () => command(['audit', 'verify'], server.databaseUrl, { SERVER_KEY: serverKey, DATA_DIR: folder });
  await anchorer(server.pool.db, await openAnchors(anchorsFolder(folder)))();
  expect(await other()).toMatchObject({ code: 0, out: expect.stringContaining('0 new rows') });
  expect((await verify()).out).toContain('0 new rows');
  expect(await other()).toMatchObject({ code: 0, out: expect.stringContaining('0 new rows') });
});
