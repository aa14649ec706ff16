import { type Server, type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { type Db, type Pool, isUnavailable, openPool, statement } from './pool.ts';

const makeRows = 'create table tried (id integer primary key, times integer not null)';
const add = statement('test.add', 'update tried set times = times + 1 where id = $id');
const times = statement('test.times', 'select times from tried where id = $id', v.object({ times: v.number() }));

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase('empty');
  pool = openPool(database.url, 4, () => undefined);
  await pool.db.script(makeRows);
});
beforeEach(() => pool.db.script('truncate tried; insert into tried values (1, 0), (2, 0)'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The message `FATAL 57P01` that PostgreSQL sends when it ends a connection. */
function ended(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
/** The message with which PostgreSQL says that it is ready for a query. */
const isReady = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

interface Line {
  readonly url: string;
  /** For so many of the next connections, PostgreSQL's end comes in the same read as its readiness. */
  endNext(count: number): void;
  /** Nothing goes through any more and nothing is closed, as where a machine has lost its power. */
  goSilent(): void;
  close(): Promise<void>;
}

/** A proxy to the database on which connections end at the worst moment. */
async function lineTo(url: string): Promise<Line> {
  // PostgreSQL's URL of a socket has no host, but JavaScript's URL needs one.
  const target = new URL(url.replace('@/', '@localhost/'));
  const sockets = target.searchParams.get('host') ?? '';
  const path = join(sockets, `.s.PGSQL.${target.searchParams.get('port') ?? '5432'}`);
  let toEnd = 0;
  let isSilent = false;
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect({ path });
    const ends = toEnd > 0;
    if (ends) toEnd -= 1;
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    near.on('data', (chunk: Buffer) => {
      if (!isSilent) far.write(chunk);
    });
    near.on('end', () => far.end());
    far.on('end', () => near.end());
    far.on('data', (chunk: Buffer) => {
      if (isSilent) return;
      if (!ends || !chunk.subarray(-isReady.length).equals(isReady)) {
        near.write(chunk);
        return;
      }
      near.end(Buffer.concat([chunk, ended()]));
      far.destroy();
    });
  });
  await new Promise<void>((settle) => {
    server.listen(0, '127.0.0.1', settle);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `postgresql://${target.username}:${target.password}@127.0.0.1:${port}${target.pathname}`,
    endNext(count) {
      toEnd = count;
    },
    goSilent() {
      isSilent = true;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((settle) => {
        server.close(settle);
      });
    },
  };
}

describe('a connection that ends in the read in which it became ready', () => {
  test('fails what was to run on it, never the process, and the next one works', async () => {
    const line = await lineTo(database.url);
    const behind = openPool(line.url, 8, () => undefined);
    const addOne = (on: Db) => on.run(add, { id: 1 });
    const ways = [
      () => addOne(behind.db),
      () => behind.tx(addOne),
      () => behind.onOne(({ db }) => addOne(db)),
      () => behind.onOne(({ tx }) => tx(addOne)),
    ];
    let done = 0;
    for (const way of ways) {
      line.endNext(8);
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, way));
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(isUnavailable(outcome.reason), String(outcome.reason)).toBe(true);
        else done += 1;
      expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
      line.endNext(0);
      await way();
      done += 1;
    }
    expect(await pool.db.one(times, { id: 1 })).toEqual({ times: done });
    await behind.end();
    await line.close();
  });
});

describe('a database of several hosts', () => {
  afterEach(() => vi.useRealTimers());
  const withHosts = (url: string, ...lines: readonly Line[]): string =>
    url.replace(/@[^/]*/, `@${lines.map((line) => new URL(line.url).host).join(',')}`);

  test('is used on the first that takes writes, and on the next when that one goes', async () => {
    const [gone, first, second] = [await lineTo(database.url), await lineTo(database.url), await lineTo(database.url)];
    await gone.close();
    const behind = openPool(withHosts(first.url, gone, first, second), 2, () => undefined);
    await behind.db.run(add, { id: 1 });
    await first.close();
    // What ran on a connection that ended fails; the next call finds the other host.
    await behind.db.run(add, { id: 1 }).catch((error: unknown) => expect(isUnavailable(error)).toBe(true));
    await behind.db.run(add, { id: 2 });
    expect(await pool.db.one(times, { id: 2 })).toEqual({ times: 1 });
    await behind.end();
    await second.close();
  });

  test('of which one goes silent is used on the next, and no call waits for the silent one for ever', async () => {
    const [first, second] = [await lineTo(database.url), await lineTo(database.url)];
    const behind = openPool(withHosts(first.url, first, second), 2, () => undefined);
    const calls = () => [behind.db.run(add, { id: 1 }), behind.tx((tx) => tx.run(add, { id: 2 }))];
    await Promise.all(calls());
    first.goSilent();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    /** Lets time pass fifty times as fast until it has happened; a minute at most. */
    const passing = async <T>(happens: Promise<T>): Promise<T | 'never'> => {
      let outcome: T | 'never' = 'never';
      let isSettled = false;
      void happens.then((value) => {
        [outcome, isSettled] = [value, true];
      });
      for (let seconds = 0; !isSettled && seconds < 60; seconds += 1) {
        await vi.advanceTimersByTimeAsync(1000);
        await wait(20);
      }
      return outcome;
    };
    const failures = await passing(Promise.allSettled(calls()));
    expect(failures).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    for (const failure of failures === 'never' ? [] : failures)
      expect(failure.status === 'rejected' && isUnavailable(failure.reason)).toBe(true);
    vi.useRealTimers();
    await first.close();
    expect(await Promise.all(calls())).toEqual([1, 1]);
    expect(await pool.db.one(times, { id: 2 })).toEqual({ times: 2 });
    await behind.end();
    await second.close();
  });

  test('that are all standbys, or away, is unavailable', async () => {
    const [gone, other] = [await lineTo(database.url), await lineTo(database.url)];
    await gone.close();
    await other.close();
    const behind = openPool(withHosts(other.url, gone, other), 2, () => undefined);
    const failure = await behind.db.run(add, { id: 1 }).catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
    await behind.end();
  });
});

/** Resolves for all callers once `count` of them have arrived. */
function meetingOf(count: number): () => Promise<void> {
  let missing = count;
  let letGo = (): void => undefined;
  const all = new Promise<void>((settle) => {
    letGo = settle;
  });
  return () => {
    missing -= 1;
    if (missing === 0) letGo();
    return all;
  };
}

describe('a transaction', () => {
  test.each([
    ['of its own', (work: (tx: Db) => Promise<void>) => pool.tx(work)],
    ['on a connection that is taken once', (work: (tx: Db) => Promise<void>) => pool.onOne(({ tx }) => tx(work))],
  ])('%s that meets another one in a deadlock runs again', async (_, run) => {
    const meet = meetingOf(2);
    let runs = 0;
    const inOrder = (first: number, second: number) => {
      let isFirst = true;
      return run(async (tx) => {
        runs += 1;
        await tx.run(add, { id: first });
        if (isFirst) {
          isFirst = false;
          await meet();
        }
        await tx.run(add, { id: second });
      });
    };
    await Promise.all([inOrder(1, 2), inOrder(2, 1)]);
    // PostgreSQL aborts one of them, or both if both detect the deadlock at once.
    expect(runs).toBeGreaterThan(2);
    expect([await pool.db.one(times, { id: 1 }), await pool.db.one(times, { id: 2 })]).toEqual([
      { times: 2 },
      { times: 2 },
    ]);
  });

  test('that goes on after a statement of it has failed is not taken for done', async () => {
    await expect(
      pool.tx(async (tx) => {
        await tx.run(add, { id: 1 });
        await tx.script('select 1 / 0').catch(() => undefined);
      }),
    ).rejects.toThrow('after a statement of it had failed');
    expect(await pool.db.one(times, { id: 1 })).toEqual({ times: 0 });
  });
});

test('a pool whose connections all work says so by a code, which logs and figures have', async () => {
  const small = openPool(database.url, 1, () => undefined);
  let end = (): void => undefined;
  const works = small.tx(() => new Promise<void>((done) => (end = done)));
  const refused = await small.db.one(times, { id: 1 }).catch((error: unknown) => error);
  end();
  await works;
  expect(refused).toMatchObject({ code: 'NO_FREE_CONNECTION' });
  expect(isUnavailable(refused)).toBe(true);
  await small.end();
});
