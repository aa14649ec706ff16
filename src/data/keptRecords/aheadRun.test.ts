import { getLabDocument, getLabResult, listLabResults, openLabResultsPdf, PatientId, UserId } from '@portal/api';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CallError } from '../errors.ts';
import { memoryDevice } from '../../../tests/apps/data/memoryRows.ts';
import { memoryBrowser } from '../../../tests/apps/data/memoryTabs.ts';
import { refused } from '../../../tests/apps/data/refused.ts';
import { randomBytes, type VaultKeys, vaultKeys } from '../vault/crypto.ts';
import type { AheadProgress } from './aheadProgress.ts';
import type { Keeps } from './keeps.ts';
import { listsFreshFor, wholeFreshFor } from './aheadCopies.ts';
import type { AheadEnvironment, Obstacle } from './aheadEnvironment.ts';
import { runAhead } from './aheadRun.ts';
import { patientOf, recordPlace } from './recordPlace.ts';
import { openRecordStore, type RecordStore } from './recordStore.ts';

const of = { patientId: v.parse(PatientId, 11), userId: v.parse(UserId, 3) };
const no = (status: number, error: string) => new CallError('getLabResult', refused(status, error));
const offline = () => new CallError('getLabResult', { kind: 'offline' });
const Row = v.object({ labResultId: v.number(), startDate: v.string(), revision: v.number() });
type Row = v.InferOutput<typeof Row>;
const Details = v.object({
  ...Row.entries,
  documents: v.array(v.object({ documentId: v.number(), bytes: v.number() })),
});
const day = (at: number) => new Date(Date.UTC(2016, 0, at)).toISOString().slice(0, 10);

/** A server with results, a device, and tabs on it. Time passes only while something waits. */
async function world({ budget }: { budget?: number } = {}) {
  const keys: VaultKeys = await vaultKeys(randomBytes(32));
  const device = memoryDevice();
  const browser = memoryBrowser();
  const server = {
    rows: [] as Row[],
    documents: new Map<number, { documentId: number; bytes: number }[]>(),
    /** Called before each answer; throws the failure of the request. */
    fail: (_name: string, _id: number) => undefined as void,
    asked: [] as string[],
    atOnce: 0,
    mostAtOnce: 0,
  };
  let time = Date.UTC(2026, 10, 23);
  let obstacle: Obstacle | null = null;
  const told: AheadProgress[] = [];
  const idOf = (input: Parameters<AheadEnvironment['ask']>[1]) =>
    Number(input.params?.['documentId'] ?? input.params?.['labResultId'] ?? 0);
  async function answered<T>(name: string, id: number, signal: AbortSignal, give: () => T): Promise<T> {
    server.asked.push(id === 0 ? name : `${name} ${id}`);
    server.atOnce += 1;
    server.mostAtOnce = Math.max(server.mostAtOnce, server.atOnce);
    await Promise.resolve();
    server.atOnce -= 1;
    signal.throwIfAborted();
    server.fail(name, id);
    return give();
  }
  const keeps: Keeps[] = [
    {
      title: 'core.loading',
      counts: [{ name: 'getLabResult' }],
      load: async () => ({
        async *wanted({ patientId }, ask) {
          const rows = v.parse(v.array(Row), (await ask(listLabResults, { params: { patientId } })) ?? []);
          for (const row of rows)
            yield {
              call: getLabResult,
              input: { params: { patientId, labResultId: row.labResultId } },
              day: row.startDate,
              row,
              names: {
                calls: [getLabDocument],
                of: (answer) =>
                  v.parse(Details, answer).documents.map(({ documentId, bytes }) => ({
                    call: getLabDocument,
                    input: { params: { patientId, labResultId: row.labResultId, documentId } },
                    day: row.startDate,
                    row: documentId,
                    bytes,
                  })),
              },
            };
          yield { call: openLabResultsPdf, input: { params: { patientId }, query: { ids: '1' } }, day: null };
        },
      }),
    },
  ];
  async function openTab(): Promise<RecordStore> {
    const found = await openRecordStore({
      id: 'records',
      rows: device.openRows('records'),
      keys,
      locks: browser.tab().locks,
      now: () => time,
      ...(budget === undefined ? {} : { budget }),
    });
    if (found.kind !== 'open') throw new Error(found.kind);
    return found.store;
  }
  const environmentOf = (store: RecordStore): AheadEnvironment => ({
    store,
    placeOf: (call, input) => {
      const patientId = patientOf(input, of.patientId);
      return { patientId, place: recordPlace(call, input, patientId) };
    },
    parse: (_, answer) => ({ answer }),
    ask: (call, input, signal) =>
      answered(call.name, idOf(input), signal, () => {
        if (call === listLabResults) return structuredClone(server.rows);
        const row = server.rows.find(({ labResultId }) => labResultId === idOf(input));
        if (row === undefined) throw no(404, 'not_found');
        return { ...row, documents: server.documents.get(row.labResultId) ?? [] };
      }),
    askFile: (call, input, signal) =>
      answered(call.name, idOf(input), signal, () => {
        const found = [...server.documents.values()].flat().find(({ documentId }) => documentId === idOf(input));
        if (found === undefined) throw no(404, 'not_found');
        return { bytes: randomBytes(Math.min(found.bytes, 60_000)), type: 'application/pdf' };
      }),
    obstacle: () => obstacle,
    obstacleChange: async () => {
      time += 1_000;
      obstacle = null;
    },
    whenQuiet: async () => undefined,
    pause: async (milliseconds) => {
      time += milliseconds;
    },
    now: () => time,
    ...(budget === undefined ? {} : { budget }),
    tell: (progress) => told.push(progress),
  });
  const run = async (store: RecordStore, options: { isFresh?: boolean; signal?: AbortSignal } = {}) => {
    server.asked = [];
    const { isFresh = false, signal = new AbortController().signal } = options;
    return runAhead(environmentOf(store), keeps, { of, isFresh, signal });
  };
  const add = (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const labResultId = server.rows.length + 1;
      server.rows.unshift({ labResultId, startDate: day(labResultId), revision: 0 });
    }
  };
  const placeOf = (labResultId: number) =>
    recordPlace(getLabResult, { params: { patientId: of.patientId, labResultId } }, of.patientId);
  return {
    device,
    browser,
    server,
    told,
    add,
    openTab,
    run,
    placeOf,
    environmentOf,
    keeps,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    block: (by: Obstacle) => {
      obstacle = by;
    },
    now: () => time,
    /** The stored results on the device, as `id revision`. */
    kept: async (store: RecordStore) => {
      await store.refresh();
      const found: string[] = [];
      for (const { call, place, missing } of store.entries()) {
        if (call !== 'getLabResult' || missing !== null) continue;
        const { labResultId, revision } = v.parse(Row, (await store.answer(place))?.answer);
        found.push(`${labResultId} ${revision}`);
      }
      return found.sort();
    },
  };
}
const expected = (rows: readonly Row[]) => rows.map(({ labResultId, revision }) => `${labResultId} ${revision}`).sort();

describe('keeping ahead of time', () => {
  it('fetches lists, what they name and files, newest first and two at once, and never what needs a proof', async () => {
    const { add, server, openTab, run, kept, told } = await world();
    add(30);
    server.documents.set(3, [{ documentId: 103, bytes: 900 }]);
    server.documents.set(9, [{ documentId: 109, bytes: 900 }]);
    const store = await openTab();
    expect(await run(store)).toBe('done');
    expect(await kept(store)).toEqual(expected(server.rows));
    expect([server.asked[0], server.asked[1], server.asked.slice(-2), server.mostAtOnce]).toEqual([
      'listLabResults',
      'getLabResult 30',
      ['getLabDocument 109', 'getLabDocument 103'],
      2,
    ]);
    expect(server.asked.some((name) => name.startsWith('openLabResultsPdf'))).toBe(false);
    expect(told.at(-1)).toMatchObject({
      state: 'done',
      done: 33,
      total: 33,
      finished: ['core.loading'],
      current: null,
    });
  });

  it('asks for nothing again at a reload, later for lists alone, and then for what changed in them', async () => {
    const { add, server, openTab, run, pass, kept } = await world();
    add(12);
    server.documents.set(4, [{ documentId: 104, bytes: 900 }]);
    await run(await openTab());
    const store = await openTab();
    expect([await run(store), server.asked]).toEqual(['done', []]);
    pass(listsFreshFor);
    server.rows = server.rows.map((row) => (row.labResultId === 5 ? { ...row, revision: 1 } : row));
    add(1);
    expect([await run(store), server.asked]).toEqual(['done', ['listLabResults', 'getLabResult 13', 'getLabResult 5']]);
    expect(await kept(store)).toEqual(expected(server.rows));
    expect([await run(store, { isFresh: true }), server.asked]).toEqual(['done', ['listLabResults']]);
    pass(wholeFreshFor);
    expect([await run(store), server.asked]).toEqual(['done', ['listLabResults']]);
  });

  it('leaves what a page has kept today, and keeps its day', async () => {
    const { add, server, openTab, run, pass, placeOf, now } = await world();
    add(3);
    const store = await openTab();
    await run(store);
    const visited = {
      kind: 'answer',
      place: placeOf(2),
      patientId: 11,
      call: 'getLabResult',
      at: now(),
      day: null,
      answer: { ...server.rows[1], documents: [] },
    } as const;
    await store.keep([visited]);
    expect(store.entries().find(({ place }) => place === placeOf(2))?.day).toBe(day(2));
    pass(listsFreshFor);
    expect([await run(store), server.asked]).toEqual(['done', ['listLabResults']]);
    pass(25 * 60 * 60_000);
    expect([await run(store), server.asked]).toEqual(['done', ['listLabResults', 'getLabResult 2']]);
  });

  it('waits for the network and the battery, says for what, and goes on where it was', async () => {
    const { add, server, openTab, run, block, kept, told } = await world();
    add(40);
    const store = await openTab();
    let count = 0;
    server.fail = () => {
      count += 1;
      if (count === 10) block('battery');
      if (count !== 20) return;
      block('network');
      throw offline();
    };
    expect(await run(store)).toBe('done');
    expect(await kept(store)).toEqual(expected(server.rows));
    expect(server.asked.length).toBe(42);
    const waits = told.flatMap(({ state, waitingFor }) => (state === 'waiting' ? [waitingFor] : []));
    expect([...new Set(waits)]).toEqual(['battery', 'network']);
  });

  it('goes on after a reload with what is missing alone', async () => {
    const { add, server, openTab, run, kept, told } = await world();
    add(100);
    const stop = new AbortController();
    server.fail = (_, id) => {
      if (id === 41) stop.abort();
    };
    expect(await run(await openTab(), { signal: stop.signal })).toBe('ended');
    expect(told.some(({ state }) => state === 'stopped')).toBe(false);
    server.fail = () => undefined;
    const store = await openTab();
    expect(await run(store)).toBe('done');
    // At most one batch was not written when it stopped.
    expect(server.asked.length).toBeLessThanOrEqual(62);
    expect(await kept(store)).toEqual(expected(server.rows));
  });

  it('is one tab’s work: the other finds everything kept', async () => {
    const { add, server, browser, openTab, environmentOf, keeps } = await world();
    add(20);
    const one = async () => {
      const store = await openTab();
      return browser
        .tab()
        .locks.hold('vestibule-ahead', () =>
          runAhead(environmentOf(store), keeps, { of, isFresh: false, signal: new AbortController().signal }),
        );
    };
    expect(await Promise.all([one(), one()])).toEqual(['done', 'done']);
    expect(server.asked.length).toBe(21);
  });

  it('stops where the device refuses to store, and says so', async () => {
    const { add, server, device, openTab, run, told } = await world();
    add(60);
    const store = await openTab();
    device.fill(true);
    expect(await run(store)).toBe('refused');
    expect(told.at(-1)).toMatchObject({ state: 'stopped', isRefused: true });
    expect(server.asked.length).toBeLessThan(30);
  });

  it('keeps the newest where there is no room for all, and does not fetch what would find none', async () => {
    const { add, server, openTab, run, pass } = await world({ budget: 700_000 });
    add(60);
    for (const { labResultId } of server.rows)
      server.documents.set(labResultId, [{ documentId: 100 + labResultId, bytes: 60_000 }]);
    server.documents.set(60, [{ documentId: 160, bytes: 11 * 1024 * 1024 }]);
    const store = await openTab();
    expect(await run(store)).toBe('done');
    const files = store.entries().filter(({ kind }) => kind === 'file');
    const kept = files.flatMap(({ missing, day: of }) => (missing === null ? [of ?? ''] : []));
    expect(kept.sort().at(-1)).toBe(day(59));
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => day(59 - at)).sort());
    expect([kept.length > 5, files.length]).toEqual([true, 60]);
    expect(files.find(({ day: of }) => of === day(60))?.missing).toBe('tooLarge');
    const fetched = server.asked.filter((name) => name.startsWith('getLabDocument'));
    expect(fetched.length).toBeLessThan(55);
    expect(fetched).not.toContain('getLabDocument 160');
    pass(listsFreshFor);
    expect([await run(store), server.asked]).toEqual(['done', ['listLabResults']]);
  });

  it('forgets what is no more or was taken back, and nothing where a list did not come', async () => {
    const { add, server, openTab, run, pass, kept, placeOf } = await world();
    add(5);
    server.documents.set(2, [{ documentId: 102, bytes: 900 }]);
    const store = await openTab();
    await run(store);
    server.fail = (name) => {
      if (name === 'listLabResults') throw no(500, 'unexpected');
    };
    pass(listsFreshFor);
    expect(await run(store)).toBe('failed');
    expect(server.asked).toEqual(['listLabResults', 'listLabResults', 'listLabResults']);
    expect(await kept(store)).toHaveLength(5);
    server.rows = server.rows.filter(({ labResultId }) => labResultId !== 2);
    server.fail = (name, id) => {
      if (name === 'getLabResult' && id === 4) throw no(404, 'not_found');
    };
    server.rows = server.rows.map((row) => (row.labResultId === 4 ? { ...row, revision: 1 } : row));
    expect(await run(store)).toBe('done');
    expect(await kept(store)).toEqual(['1 0', '3 0', '5 0']);
    expect(store.entries().some(({ place }) => place === placeOf(2))).toBe(false);
    expect(store.entries().filter(({ kind }) => kind === 'file')).toEqual([]);
  });

  it('leaves for the next run what failed three times, and ends where the session did or terms are to be accepted', async () => {
    const { add, server, openTab, run, kept, told } = await world();
    add(6);
    const store = await openTab();
    server.fail = (_, id) => {
      if (id === 3) throw no(503, 'unavailable');
    };
    expect(await run(store)).toBe('failed');
    expect(server.asked.filter((name) => name === 'getLabResult 3')).toHaveLength(3);
    expect(told.at(-1)).toMatchObject({ state: 'done', finished: [] });
    server.fail = () => undefined;
    expect([await run(store), server.asked]).toEqual(['done', ['getLabResult 3']]);
    expect(await kept(store)).toEqual(expected(server.rows));
    for (const end of [new CallError('getLabResult', { kind: 'sessionEnded' }), no(403, 'terms_required')]) {
      add(3);
      server.fail = (name) => {
        if (name === 'getLabResult') throw end;
      };
      expect(await run(store, { isFresh: true })).toBe('ended');
      expect(server.asked.length).toBeLessThanOrEqual(3);
      expect(await kept(store)).toHaveLength(6);
    }
  });

  it('whatever happens on the way, a run in peace has everything as it is, and asks for nothing twice', async () => {
    const step = fc.record({
      added: fc.nat(4),
      changed: fc.array(fc.nat(20), { maxLength: 4 }),
      gone: fc.option(fc.nat(20)),
      passed: fc.constantFrom(0, listsFreshFor, wholeFreshFor),
      failing: fc.array(fc.nat(30), { maxLength: 6 }),
      stopsAt: fc.option(fc.nat(20)),
      isFull: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
        const { add, server, device, openTab, run, pass, kept } = await world();
        add(6);
        for (const { added, changed, gone, passed, failing, stopsAt, isFull } of steps) {
          const next = Math.max(0, ...server.rows.map(({ labResultId }) => labResultId));
          for (let at = 1; at <= added; at += 1)
            server.rows.unshift({ labResultId: next + at, startDate: day(next + at), revision: 0 });
          server.rows = server.rows
            .filter((_, at) => at !== gone)
            .map((row, at) => (changed.includes(at) ? { ...row, revision: row.revision + 1 } : row));
          pass(passed);
          const stop = new AbortController();
          let count = 0;
          server.fail = () => {
            count += 1;
            if (count === stopsAt) stop.abort();
            if (failing.includes(count)) throw offline();
          };
          const store = await openTab();
          device.fill(isFull);
          await run(store, { signal: stop.signal });
          expect(new Set(server.asked).size).toBeGreaterThanOrEqual(server.asked.length - failing.length);
          device.fill(false);
        }
        server.fail = () => undefined;
        const store = await openTab();
        expect(await run(store, { isFresh: true })).toBe('done');
        expect(new Set(server.asked).size).toBe(server.asked.length);
        expect(await kept(store)).toEqual(expected(server.rows));
        expect([await run(store), server.asked]).toEqual(['done', []]);
      }),
      { numRuns: 40 },
    );
  });
});
