import type { Logger } from 'pino';
import { startQueue } from '../../db/leasedQueue.ts';
import type { Access } from '../../db/pool.ts';
import type { SealedContent } from '../../http/sealedContent.ts';
import type { Worker } from '../../process/worker.ts';
import { compare } from './compare.ts';
import { beginExport, lookAtExport, readFile } from './export.ts';
import type { Files, Progress, Search } from './progress.ts';
import { PullFails, type Reach } from './request.ts';
import { capabilitiesOf, readPage } from './search.ts';
import { SignedIn } from './signIn.ts';
import { type ClaimedPull, PullLost, claimPull, failPull, finishPull, keepProgress, pausePull } from './state.ts';
import { faultOf } from '../../process/errorCode.ts';

const everyMs = 5000;
/** What changes while a server answers may bear a time of before and be missing in the answer, so the next search begins a little earlier. */
const overlapMs = 10 * 60_000;

export interface PullSettings {
  readonly access: Access;
  readonly contents: SealedContent;
  readonly keys: SealedContent;
  /** True in tests: addresses of this machine, and without TLS. */
  readonly anywhere: boolean;
  readonly onStored: () => void;
}

/** How a turn ends: everything is read, or it goes on later. */
type Ended =
  | { readonly kind: 'finished'; readonly readUntil: string }
  | { readonly kind: 'waits'; readonly seconds: number };

async function begin(signedIn: SignedIn, one: ClaimedPull): Promise<Progress> {
  const { baseUrl, groupId, readUntil: since, lease: run } = one;
  const { canExport, types } = await capabilitiesOf(signedIn, baseUrl);
  if (canExport || groupId !== null)
    return { kind: 'export', run, statusUrl: await beginExport(signedIn, { baseUrl, groupId, since }) };
  if (types.length === 0) throw new PullFails('its server has nothing that is read here');
  const from = since === null ? null : new Date(Date.parse(since) - overlapMs).toISOString();
  return {
    kind: 'search',
    run,
    since: from,
    asOf: null,
    types: [...types],
    next: null,
    pages: 0,
    mark: null,
    markedAt: 0,
  };
}

/** Reads a source from where it stands, and stores each part with how far reading has got. */
async function read(
  one: ClaimedPull,
  { access, contents, onStored }: PullSettings,
  signedIn: SignedIn,
): Promise<Ended> {
  const keep = async (progress: Progress, bundle: Parameters<typeof keepProgress>[4] = null): Promise<Progress> => {
    await keepProgress(access, contents, one, progress, bundle);
    if (bundle !== null) onStored();
    return progress;
  };
  const nextFile = async (files: Files): Promise<Progress> => {
    const { run, at, asOf } = files;
    const resourceType = files.files[at]?.type ?? null;
    for await (const { bytes, faults, after } of readFile(signedIn, files))
      await keep(after, {
        key: `${run} file ${String(at)} to ${String(after.lines)}`,
        kind: 'file',
        bytes,
        resourceType,
        asOf,
        faults,
        hasDeletions: resourceType === null,
      });
    return keep({ ...files, at: at + 1, lines: 0 });
  };
  const nextPage = async (search: Search): Promise<Progress> => {
    const { text, isEmpty, after } = await readPage(signedIn, one.baseUrl, search);
    const [resourceType = null] = search.types;
    if (isEmpty) return keep(after);
    return keep(after, {
      key: `${search.run} page ${resourceType ?? ''} ${String(search.pages)}`,
      kind: 'page',
      bytes: Buffer.from(text),
      resourceType,
      asOf: null,
      faults: null,
      hasDeletions: false,
    });
  };
  for (let progress = one.progress ?? (await keep(await begin(signedIn, one))); ;) {
    switch (progress.kind) {
      case 'export': {
        const looked = await lookAtExport(signedIn, progress);
        if (typeof looked === 'number') return { kind: 'waits', seconds: looked };
        const { files, errors } = looked;
        const faults = `its server could not export everything: ${String(errors)} files say why`;
        const told = {
          key: `${files.run} errors`,
          kind: 'file',
          bytes: Buffer.alloc(0),
          resourceType: null,
          asOf: files.asOf,
          faults,
          hasDeletions: false,
        } as const;
        progress = await keep(files, errors === 0 ? null : told);
        break;
      }
      case 'files':
        if (progress.at >= progress.files.length) return { kind: 'finished', readUntil: progress.asOf };
        progress = await nextFile(progress);
        break;
      case 'search':
        if (progress.types.length === 0) {
          if (one.isToCompare) {
            const { types } = await capabilitiesOf(signedIn, one.baseUrl);
            await compare(one, signedIn, { access, contents, types, onStored });
          }
          return { kind: 'finished', readUntil: progress.asOf ?? new Date().toISOString() };
        }
        progress = await nextPage(progress);
        break;
    }
  }
}

async function attempt(one: ClaimedPull, settings: PullSettings, stopping: AbortSignal, log: Logger): Promise<string> {
  const { access, keys, anywhere } = settings;
  const { db } = access;
  const reach: Reach = { baseUrl: one.baseUrl, anywhere, stopping };
  try {
    const ended = await read(one, settings, new SignedIn({ db, keys }, one, reach));
    if (ended.kind === 'waits') await pausePull(db, one, ended.seconds);
    else await finishPull(db, one, ended.readUntil);
    return ended.kind;
  } catch (error) {
    if (error instanceof PullLost) return 'lost';
    if (stopping.aborted) {
      await pausePull(db, one, 0);
      return 'stopped';
    }
    const told = error instanceof PullFails ? error : null;
    if (told === null) log.error({ err: faultOf(error) }, 'a FHIR source is not read');
    else log.warn('a FHIR source cannot be read: see source list');
    await failPull(db, one, told?.message ?? 'a fault of this server: see its log', {
      retryAfter: told?.retryAfter ?? null,
      isOver: told?.isOver ?? false,
    });
    return 'failed';
  }
}

/** Reads the sources that are due. Any number of processes may do so on one database: each source is in one hand at a time. */
export function startPulling(settings: PullSettings, log: Logger): Pick<Worker, 'stop'> {
  const stopping = new AbortController();
  const worker = startQueue({
    job: 'fhir_pull',
    everyMs,
    log,
    what: 'FHIR sources are not read',
    claim: () => claimPull(settings.access.db),
    attempt: (one) => attempt(one, settings, stopping.signal, log),
  });
  return {
    async stop() {
      stopping.abort();
      await worker.stop();
    },
  };
}
