import type { Logger } from 'pino';
import { startQueue } from '../db/leasedQueue.ts';
import { type Access, type Db, isUnavailable, isValueFault } from '../db/pool.ts';
import type { Scanner } from '../files/scanner.ts';
import type { SealedContent } from '../http/sealedContent.ts';
import type { Worker } from '../process/worker.ts';
import { Addresses, type Entry, entriesIn, entriesOfText } from '../record/files.ts';
import { type FileEntry, type Imported, importEntries } from '../record/import.ts';
import type { ImportSettings } from '../record/batch.ts';
import { readBundle } from './bundle.ts';
import { type ClaimedBundle, bundles, claimBundle, noteBundle, placeOf, wakeBundles } from './queue.ts';
import { faultOf } from '../process/errorCode.ts';

/** A Bundle that cannot be worked on as it is. Its reason is for the engineer and has nothing of a patient. */
class BundleWaits extends Error {}

const everyMs = 5000;

/** Another process has taken the Bundle, because this one was too slow. */
class LeaseLost extends Error {}

const longestFailure = 500;
const wakeEveryMs = 10_000;

const linesOf = (bytes: Buffer): readonly string[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

/** The entries of a Bundle, from the first one each time that it is called. */
async function entriesOf(one: ClaimedBundle, bytes: Buffer): Promise<() => AsyncIterable<FileEntry>> {
  const { kind, baseUrl, resourceType } = one;
  switch (kind) {
    case 'file':
    case 'page': {
      const file = resourceType ?? 'deletions';
      const texts = kind === 'file' ? linesOf(bytes) : [bytes.toString('utf8')];
      return async function* () {
        const addresses = new Addresses(baseUrl);
        for (const text of texts)
          for (const entry of entriesOfText(text, 'a part', addresses))
            yield { ...asExpected(entry, resourceType), file };
      };
    }
    case 'transaction':
    case 'batch':
    case 'collection': {
      const read = await readBundle(bytes, baseUrl);
      if (!('type' in read)) throw new BundleWaits(read.map(({ text, place }) => `${place ?? ''} ${text}`).join('; '));
      return async function* () {
        for (const entry of entriesIn(read.taken, 'it', new Addresses(baseUrl))) yield { ...entry, file: 'Bundle' };
      };
    }
  }
}

/** A resource of another type than what was asked for is not read: whoever answered so is not to be relied on. */
function asExpected(entry: Entry, type: string | null): Entry {
  if (entry.kind !== 'resource' || type === null) return entry;
  const { resourceType } = entry.resource;
  // A server may put remarks on a search among what it found.
  return resourceType === type || resourceType === 'OperationOutcome'
    ? entry
    : { kind: 'fault', reason: 'a resource is of another type' };
}

/** Why a Bundle waits after all that can be taken of it was taken; null: it does not. */
function whyItWaits({ counts, unmatched }: Imported, { kind, faults }: ClaimedBundle): string | null {
  const reasons = [
    ...new Set([
      ...unmatched.map(({ reason }) => `a patient: ${reason}`),
      ...(counts.hasAnothers ? ["a resource is part of another patient's record"] : []),
      // The sender of a posted Bundle was told of these in the answer.
      ...(counts.hasInvalid && (kind === 'file' || kind === 'page') ? ['a resource is not what FHIR says'] : []),
      ...counts.faults,
      ...(faults === null ? [] : [faults]),
    ]),
  ];
  return reasons.length === 0 ? null : reasons.join('; ').slice(0, longestFailure);
}

const outcomeOf = ({ counts }: Imported): string => counts.lines().join('\n').slice(0, 5000);

/** A transaction is stored as a whole or not at all: a value that the database refuses must not be taken for a fault of one resource. */
const withinOne = (tx: Db): Access => ({
  db: tx,
  tx: (work) =>
    work(tx).catch((error: unknown) => {
      throw isValueFault(error) ? new BundleWaits('it has a value that cannot be stored') : error;
    }),
});

async function importBundle(
  access: Access,
  one: ClaimedBundle,
  entries: () => AsyncIterable<FileEntry>,
  scanner: Scanner,
) {
  const settings: ImportSettings = {
    source: one.source,
    matching: { kind: 'identifiers', facilityName: one.facilityName, system: one.identifierSystem },
    actor: { userId: null, role: null, name: `source ${one.source}`, sessionId: null },
    scanner,
    received: { versionId: String(one.id), lastUpdated: one.receivedAt },
  };
  if (one.kind !== 'transaction') {
    const imported = await importEntries(access, entries, settings);
    const reason = whyItWaits(imported, one);
    await noteBundle(access.db, one, outcomeOf(imported), imported.unmatched);
    if (reason !== null) throw new BundleWaits(reason);
    if ((await bundles.end(access.db, one, 'done')) === 0) throw new LeaseLost();
    return;
  }
  let waiting: Imported | null = null;
  await access
    .tx(async (tx) => {
      const imported = await importEntries(withinOne(tx), entries, settings);
      const reason = whyItWaits(imported, one);
      if (reason !== null) {
        waiting = imported;
        throw new BundleWaits(reason);
      }
      await noteBundle(tx, one, outcomeOf(imported), []);
      if ((await bundles.end(tx, one, 'done')) === 0) throw new LeaseLost();
    })
    .catch(async (error: unknown) => {
      if (waiting !== null) await noteBundle(access.db, one, null, waiting.unmatched);
      throw error;
    });
}

/** Works on one Bundle, and marks it as done or as waiting. */
async function attempt(access: Access, log: Logger, contents: SealedContent, scanner: Scanner, one: ClaimedBundle) {
  const { db } = access;
  try {
    const bytes =
      one.content === null ? null : await contents.unseal(placeOf(one.sourceId, one.bundleKey), one.content);
    if (bytes === null)
      throw new BundleWaits('it was sealed under a SERVER_KEY that is neither SERVER_KEY nor in SERVER_KEY_BEFORE');
    await importBundle(access, one, await entriesOf(one, bytes), scanner);
    return 'done';
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost';
    const waits = error instanceof BundleWaits;
    if (waits) log.warn('FHIR Bundle waits for the engineer');
    else log.error({ err: faultOf(error) }, 'FHIR Bundle not worked on');
    return bundles.settleFailure(
      db,
      one,
      waits ? error.message : 'a fault of the server: see its log',
      waits,
      isUnavailable(error),
    );
  }
}

/** Works on what came, each source's in order. Any number of processes may do so on one database. */
export function startWorkingOnBundles(access: Access, log: Logger, contents: SealedContent, scanner: Scanner): Worker {
  let wokenAt = 0;
  return startQueue({
    job: 'fhir',
    everyMs,
    log,
    what: 'FHIR Bundles are not worked on',
    async claim() {
      const one = await access.db.maybe(claimBundle);
      if (one !== null || Date.now() - wokenAt < wakeEveryMs) return one;
      wokenAt = Date.now();
      // Somebody may have become known in the meantime.
      return (await wakeBundles(access.db)) > 0 ? access.db.maybe(claimBundle) : null;
    },
    attempt: (one) => attempt(access, log, contents, scanner, one),
  });
}
