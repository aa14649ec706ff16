import type { Access, Db } from '../db/pool.ts';
import type { Anchors } from './anchors.ts';
import { checkAnchors, lostRow } from './checkAnchors.ts';
import { type Finding, checkChain, findingText } from './checkChain.ts';
import {
  type Checkpoint,
  type Progress,
  added,
  keepVerified,
  readProgress,
  readVerified,
  signedProgress,
  weightOf,
} from './checkpoints.ts';
import * as runs from './checkRuns.ts';
import type { AuditKeys } from './keys.ts';
import type { Lost } from './restores.ts';

/** After so many chains or rows, the findings and the position are saved, so that a later check can go on from there. */
const pieceChains = 100;
const pieceEvents = 5000;
/** Every row is checked again after so many days; between, what is new since each chain's checkpoint. */
const wholeMs = 30 * 86_400_000;
/** The most findings of one check that are kept and reported. More would add nothing. */
const mostFindings = 10_000;

export interface Checking {
  readonly pool: Access;
  readonly keys: AuditKeys;
  readonly anchors: Anchors;
  readonly onFinding: (finding: Finding) => void;
  /** Checks every row, also those that an earlier check has verified. */
  readonly ofEveryRow?: boolean;
}

interface Checked {
  readonly chain: string;
  /** When the check of this chain began. */
  readonly at: string;
  readonly events: number;
  /** True if it began at the first row. */
  readonly isWhole: boolean;
  readonly findings: readonly Finding[];
  /** Its last row, if nothing was found. */
  readonly checkpoint: Checkpoint | null;
}

const inJson = (findings: readonly Finding[]): string => JSON.stringify(findings);
function keepChecked(tx: Db, checked: readonly Checked[], keepsCheckpoints: boolean): Promise<unknown> {
  const checks = checked.map(({ chain, at, events, isWhole, findings, checkpoint }) => ({
    chain,
    at,
    events,
    sound: isWhole && findings.length === 0,
    seq: keepsCheckpoints ? (checkpoint?.seq ?? null) : null,
    hash: keepsCheckpoints ? (checkpoint?.hash.toString('hex') ?? null) : null,
  }));
  return tx.run(runs.keepChecks, { checks: JSON.stringify(checks), keepsCheckpoints });
}

/** Tells findings, and gives those that were not told before: a chain and its anchors may give the same one. */
function onceEach(
  tell: (finding: Finding) => void,
  told = new Set<string>(),
): (findings: readonly Finding[]) => readonly Finding[] {
  return (findings) =>
    findings.filter((finding) => {
      const text = findingText(finding);
      if (told.has(text) || told.size >= mostFindings) return false;
      told.add(text);
      tell(finding);
      return true;
    });
}

const checkpointOf = ({ checkpointSeq: seq, checkpointHash: hash }: runs.NextChain): Checkpoint | null =>
  seq === null || hash === null ? null : { seq, hash };
const hasItsRow = ({ rowHash }: runs.NextChain, checkpoint: Checkpoint): boolean =>
  rowHash?.equals(checkpoint.hash) === true;

/** Checks a chain from its checkpoint; from its first row without one, or where the checkpoint's row is not there any more. */
async function checkFrom(checking: Checking, row: runs.NextChain, checkpoint: Checkpoint | null): Promise<Checked> {
  const { chain, rowHash, lastSeq } = row;
  const at = new Date().toISOString();
  const start = checkpoint !== null && hasItsRow(row, checkpoint) ? checkpoint : null;
  const { events, findings, end } = await checkChain(checking.pool.db, checking.keys, chain, start);
  const lost =
    checkpoint === null || start !== null
      ? []
      : [lostRow({ chain, seq: checkpoint.seq, isThere: rowHash !== null, lastSeq })];
  const all = [...findings, ...lost];
  return { chain, at, events, isWhole: start === null, findings: all, checkpoint: all.length === 0 ? end : null };
}

interface CheckResult {
  readonly chains: number;
  readonly events: number;
  readonly findings: number;
  /** What restores lost, unless this check continues one that has already compared the anchors. */
  readonly lost: readonly Lost[];
  /** False when the check was stopped before its end. The next check continues from there. */
  readonly isWhole: boolean;
  /** False: rows that an earlier check had verified were left out. */
  readonly ofEveryRow: boolean;
}

/** Goes on with a run that was interrupted, if its progress is signed and it is of every row where that is wanted; else begins one. */
async function openRun(db: Db, keys: AuditKeys, isWhole: boolean) {
  const left = await db.maybe(runs.takeUp);
  const progress = left && readProgress(keys.current, left.progress, left.progressSeal);
  if (left !== null && progress !== null && progress.runId === left.runId && (progress.isWhole || !isWhole))
    return { ...left, progress, isResumed: true };
  if (left !== null) await db.run(runs.drop, { runId: left.runId });
  const begun = await db.one(runs.begin);
  const { runId } = begun;
  const first: Progress = { runId, isWhole, afterChain: '', found: '0', left: '0' };
  return { ...begun, progress: first, isResumed: false };
}

/**
 * Checks the log in pieces, anchors last, with little memory and without locks: from each chain's checkpoint, and every row where it was not
 * checked wholly for a month (README, decisions). After a killed process, the next check continues where it stopped. `isStopped` is called
 * after each piece, and `rest` is awaited.
 */
export async function checkAll(
  checking: Checking,
  isStopped: () => boolean = () => false,
  rest: (busyMs: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<CheckResult> {
  const { pool, keys, anchors } = checking;
  const begunAt = new Date().toISOString();
  // Without a secret, whoever can alter the log could sign checkpoints too.
  const verified = keys.isSecret ? await readVerified(pool.db, keys.current) : null;
  const isDue = verified === null || Date.parse(verified.wholeAt) < Date.now() - wholeMs;
  const run = await openRun(pool.db, keys, checking.ofEveryRow === true || isDue);
  const { runId, isResumed, progress } = run;
  const { isWhole: ofEveryRow } = progress;
  // The rows that these anchors name are there before any chain is read. A run that goes on with another's does not know up to where.
  const anchoredTo = isResumed ? null : await anchors.end();
  const alreadyTold = new Set<string>();
  const tellNew = onceEach(checking.onFinding, alreadyTold);
  // The findings of an interrupted check, which the check that continues it reports again.
  let findings = tellNew(await pool.db.many(runs.findingsOf, { runId, mostFindings })).length;
  let { chains, events } = run;
  let { afterChain } = progress;
  let [found, left] = [progress.found, progress.left];
  for (let isLast = false; !isLast;) {
    const begun = performance.now();
    const page = await pool.db.many(runs.nextChains, { afterChain, pieceChains });
    const piece: Checked[] = [];
    let [passed, read] = [0, 0];
    for (const row of page) {
      if (read >= pieceEvents) break;
      const checkpoint = checkpointOf(row);
      const weight = weightOf(keys.current, row.chain, checkpoint);
      found = added(found, weight);
      if (
        !ofEveryRow &&
        checkpoint !== null &&
        row.isHead &&
        row.lastSeq === checkpoint.seq &&
        hasItsRow(row, checkpoint)
      )
        left = added(left, weight);
      else {
        const checked = await checkFrom(checking, row, ofEveryRow ? null : checkpoint);
        left = added(left, weightOf(keys.current, row.chain, checked.checkpoint));
        piece.push(checked);
        read += checked.events;
      }
      afterChain = row.chain;
      passed += 1;
    }
    isLast = passed < pieceChains && passed === page.length;
    chains += passed;
    events += read;
    const told = tellNew(piece.flatMap((checked) => checked.findings));
    findings += told.length;
    const signed = signedProgress(keys.current, { runId, isWhole: ofEveryRow, afterChain, found, left });
    await pool.tx(async (tx) => {
      await tx.run(runs.keepFindings, { runId, findings: inJson(told) });
      await keepChecked(tx, piece, true);
      await tx.run(runs.saveProgress, { runId, afterChain, chains, events, ...signed });
    });
    if (!isLast && isStopped()) {
      await pool.db.run(runs.letGo, { runId });
      return { chains, events, findings, lost: [], isWhole: false, ofEveryRow };
    }
    await rest(performance.now() - begun);
  }
  if (!ofEveryRow && found !== verified?.sum) {
    // The checkpoints are not those that the last check left, so what was left out because of them counts for nothing.
    await pool.db.run(runs.drop, { runId });
    const onFinding = (finding: Finding) => {
      if (!alreadyTold.has(findingText(finding))) checking.onFinding(finding);
    };
    return checkAll({ ...checking, ofEveryRow: true, onFinding }, isStopped, rest);
  }
  const from = ofEveryRow ? null : (verified?.anchors[anchors.id] ?? null);
  const { findings: unmatched, lost } = await checkAnchors(pool.db, keys, anchors.lines(from, anchoredTo), {
    areVerified: findings === 0 && anchoredTo !== null,
    between: async () => {
      await pool.db.run(runs.hold, { runId });
      await rest(5);
    },
  });
  const told = tellNew(unmatched);
  findings += told.length;
  await pool.tx(async (tx) => {
    await tx.run(runs.keepFindings, { runId, findings: inJson(told) });
    await tx.run(runs.notSound, { chains: unmatched.map(({ chain }) => chain) });
    await tx.run(runs.end, { runId });
    if (findings === 0 && keys.isSecret)
      await keepVerified(tx, keys.current, {
        sum: left,
        wholeAt: ofEveryRow ? begunAt : (verified?.wholeAt ?? begunAt),
        anchors: {
          // After a check of every row the places of other servers' folders do not hold any more: its checkpoints are new.
          ...(ofEveryRow ? {} : verified?.anchors),
          ...(anchoredTo === null ? {} : { [anchors.id]: anchoredTo }),
        },
      });
  });
  return { chains, events, findings, lost, isWhole: true, ofEveryRow };
}

/** Checks every row of one chain and its anchors without a pause. */
export async function checkOne(checking: Checking, chain: string): Promise<CheckResult> {
  const { pool, keys, anchors } = checking;
  const at = new Date().toISOString();
  const anchored = await checkAnchors(pool.db, keys, anchors.lines(), { only: chain });
  const checked = await checkChain(pool.db, keys, chain);
  const findings = onceEach(checking.onFinding)([...anchored.findings, ...checked.findings]);
  await pool.tx(async (tx) => {
    await tx.run(runs.keepFindings, { runId: null, findings: inJson(findings) });
    await keepChecked(tx, [{ ...checked, chain, at, findings, isWhole: true, checkpoint: null }], false);
  });
  const { lost } = anchored;
  return { chains: 1, events: checked.events, findings: findings.length, lost, isWhole: true, ofEveryRow: true };
}
