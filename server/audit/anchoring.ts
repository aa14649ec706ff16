import { spawn } from 'node:child_process';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { startWorker } from '../process/worker.ts';
import { type Db, statement } from '../db/pool.ts';
import type { AnchorLine, Anchors, Head } from './anchors.ts';
import { ChainHead, headsAfter } from './seals.ts';

const everyMs = 60_000;
/** How many row ids one statement covers. */
const piece = 5000;
/** How long the command of `AUDIT_ANCHOR` may take. */
const commandMs = 10_000;
/** After so many heads the command gets them; so many, the newest, are kept for the next try when it fails. */
const enoughHeads = 10_000;
const mostHeads = 100_000;

const lastRow = statement(
  'anchors.lastRow',
  'select coalesce(max(id), 0) as "lastId" from audit_events',
  v.object({ lastId: v.number() }),
);
const headsBetween = statement(
  'anchors.headsBetween',
  'select distinct on (chain) chain, seq, hash from audit_events where id > $fromId and id <= $toId order by chain, seq desc',
  ChainHead,
);

const headOf = ({ chain, seq, hash }: ChainHead): Head => [chain, seq, hash.toString('hex')];

/** Writes lines to a command's input. Throws unless the command exits with code 0. */
function hand(command: string, lines: readonly AnchorLine[]): Promise<void> {
  return new Promise((settle, fail) => {
    const child = spawn(command, { shell: true, stdio: ['pipe', 'ignore', 'ignore'], timeout: commandMs });
    child.once('error', fail);
    child.once('exit', (code, signal) =>
      code === 0 ? settle() : fail(new Error(`it ended with ${signal ?? String(code)}`)),
    );
    // A command that does not read all its input reports that by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  });
}

/** Anchors what is new in the log once: every head that moved, or all heads at the first time. `onLine` gets each line that was written. */
export function anchorer(
  db: Db,
  anchors: Anchors,
  onLine: (line: AnchorLine) => Promise<void> = () => Promise.resolve(),
): () => Promise<void> {
  // A row may become visible after a row with a higher id, so each turn reads the range of the turn before once more.
  let from = anchors.upTo();
  let next = from;
  let seen = new Map<string, number>();
  return async () => {
    const { lastId: upTo } = await db.one(lastRow);
    const begun = from;
    const moved = new Map<string, number>();
    const add = async (until: number, heads: Head[]): Promise<void> => {
      const line = { at: new Date().toISOString(), upTo: until, heads };
      await anchors.append([line]);
      await onLine(line);
    };
    const take = async (rows: readonly ChainHead[], until: number): Promise<void> => {
      // Not of the first time, when it would be all: the next turn may write a few of them again.
      if (begun !== null) for (const { chain, seq } of rows) moved.set(chain, seq);
      const heads = rows.filter(({ chain, seq }) => seen.get(chain) !== seq).map(headOf);
      if (heads.length > 0) await add(until, heads);
    };
    if (begun === null) {
      for (let afterChain = ''; ;) {
        const rows = await db.many(headsAfter, { afterChain });
        await take(rows, 0);
        afterChain = rows.at(-1)?.chain ?? '';
        if (afterChain === '') break;
      }
      await add(upTo, []);
    } else {
      for (let fromId = begun; fromId < upTo; fromId += piece)
        await take(
          await db.many(headsBetween, { fromId, toId: Math.min(fromId + piece, upTo) }),
          Math.min(fromId + piece, upTo),
        );
    }
    from = next ?? upTo;
    next = upTo;
    seen = moved;
  };
}

const headsIn = (lines: readonly AnchorLine[]): number => lines.reduce((sum, { heads }) => sum + heads.length, 0);

/** Anchors what is new every minute and once more at the stop. Gives a function that stops it. */
export function startAnchoring(db: Db, anchors: Anchors, command: string | null, log: Logger): () => Promise<void> {
  let waiting: AnchorLine[] = [];
  let hasFailed = false;
  /** False: the command did not take them, and is not asked again in this turn. */
  const handOver = async (): Promise<boolean> => {
    if (hasFailed) return false;
    if (command === null || waiting.length === 0) return true;
    try {
      await hand(command, waiting);
      waiting = [];
      return true;
    } catch (error) {
      hasFailed = true;
      log.error(
        { cause: error instanceof Error ? error.message : 'unknown', lines: waiting.length },
        'AUDIT_ANCHOR does not take the anchors of the audit log; they are given to it again',
      );
      return false;
    }
  };
  const anchor = anchorer(db, anchors, async (line) => {
    if (command === null) return;
    waiting.push(line);
    if (headsIn(waiting) >= enoughHeads) await handOver();
    while (waiting.length > 1 && headsIn(waiting) > mostHeads) waiting.shift();
  });
  const turn = async (): Promise<false | 'failed'> => {
    hasFailed = false;
    await anchor();
    return (await handOver()) ? false : 'failed';
  };
  const worker = startWorker({ job: 'audit_anchors', everyMs, log, what: 'the audit log is not anchored', work: turn });
  worker.wake();
  return async () => {
    await worker.stop();
    await turn().catch(() => undefined);
  };
}
