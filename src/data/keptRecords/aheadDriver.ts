import { aheadHeaders, type PatientId, type UserId } from '@portal/api';
import * as v from 'valibot';
import { sendAny, sendForFile } from '../http.ts';
import { currentIdentity, subscribeToIdentity } from '../profile.ts';
import { queryClient } from '../query/query.ts';
import { currentSession } from '../session.ts';
import { browserTabs } from '../tabs.ts';
import type { Keeps } from './keeps.ts';
import { aheadConditions } from './aheadConditions.ts';
import { aheadProgress, showAheadProgress } from './aheadProgress.ts';
import type { AheadEnvironment } from './aheadEnvironment.ts';
import { runAhead } from './aheadRun.ts';
import { currentRecords } from './keeping.ts';
import { subscribeToKeeping } from './state.ts';
import { largestRecord } from './ledger.ts';
import { patientOf, recordPlace } from './recordPlace.ts';
import type { RecordStore } from './recordStore.ts';

/** Milliseconds from the end of a run to the next one. */
const nextAfter = 60 * 60_000;
/** The same after a run in which something could not be fetched. */
const nextAfterFailure = 10 * 60_000;
/** Longest wait for the page's own requests, in milliseconds. */
const quietBound = 10_000;

interface Running {
  readonly store: RecordStore;
  readonly patientId: PatientId;
  readonly userId: UserId;
  readonly stop: AbortController;
  /** Ends the wait for the next run early. */
  wake: (() => void) | null;
}

let keeps: readonly Keeps[] | null = null;
let running: Running | null = null;
let isStopped = false;
/** True: the next run fetches all lists, however new they are. */
let isFreshWanted = false;

/** Resolves after a while, or when the signal aborts. */
const pauseUntil = (milliseconds: number, signal: AbortSignal, onStart: (done: () => void) => void = () => undefined) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
    else onStart(done);
  });

/** Waits until the page has no requests of its own and the browser is idle. */
async function whenQuiet(signal: AbortSignal): Promise<void> {
  const until = performance.now() + quietBound;
  while (queryClient.isFetching() > 0 && performance.now() < until && !signal.aborted) await pauseUntil(100, signal);
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 50);
  });
}

function environmentOf({ store, patientId }: Running): AheadEnvironment {
  const conditions = aheadConditions();
  return {
    store,
    placeOf(call, input) {
      const of = patientOf(input, patientId);
      return { patientId: of, place: recordPlace(call, input, of) };
    },
    parse(call, answer) {
      const parsed = call.answer === null ? null : v.safeParse(call.answer, answer);
      return parsed?.success ? { answer: parsed.output } : null;
    },
    ask: (call, input, signal) => sendAny(call, { ...input, headers: { ...input.headers, ...aheadHeaders }, signal }),
    askFile: (call, input, signal) =>
      sendForFile(call, { ...input, headers: { ...input.headers, ...aheadHeaders }, signal }, largestRecord),
    obstacle: conditions.obstacle,
    obstacleChange: conditions.change,
    whenQuiet,
    pause: pauseUntil,
    now: () => Date.now(),
    tell: showAheadProgress,
  };
}

/** Runs again and again while the portal is open, in one tab at a time. The other tabs find everything stored when it is their turn. */
async function keepRunning(run: Running): Promise<void> {
  const { signal } = run.stop;
  while (!signal.aborted) {
    const outcome = await browserTabs.locks.hold(
      'vestibule-ahead',
      async () => {
        const isFresh = isFreshWanted;
        isFreshWanted = false;
        return runAhead(environmentOf(run), keeps ?? [], { of: run, isFresh, signal });
      },
      { signal },
    );
    if (outcome === 'ended' || outcome === 'refused') return;
    await pauseUntil(outcome === 'failed' ? nextAfterFailure : nextAfter, signal, (done) => {
      run.wake = done;
    });
    run.wake = null;
  }
}

function end(): void {
  running?.stop.abort();
  running = null;
}

/** Starts and stops the runs: they go on while somebody is signed in, their record is open and this device keeps an offline copy. */
function follow(): void {
  const store = currentRecords();
  const identity = currentIdentity();
  const patientId = identity?.patientId ?? null;
  if (
    keeps === null ||
    isStopped ||
    store === null ||
    identity === null ||
    patientId === null ||
    currentSession()?.mode !== 'online'
  ) {
    if (running !== null && !isStopped) showAheadProgress(null);
    return end();
  }
  const { userId } = identity.profile;
  if (running?.store === store && running.patientId === patientId && running.userId === userId) return;
  end();
  const next: Running = { store, patientId, userId, stop: new AbortController(), wake: null };
  running = next;
  void keepRunning(next)
    .catch(() => undefined)
    .finally(() => {
      if (running === next) running = null;
    });
}

let isFollowing = false;

export function startKeepingAhead(some: readonly Keeps[]): void {
  keeps = some;
  isStopped = false;
  if (!isFollowing) {
    isFollowing = true;
    subscribeToKeeping(follow);
    subscribeToIdentity(follow);
  }
  follow();
}

export function stopKeepingAhead(): void {
  isStopped = true;
  follow();
  const progress = aheadProgress();
  if (progress !== null && progress.state !== 'done')
    showAheadProgress({ ...progress, state: 'stopped', current: null, waitingFor: null });
}

export function updateKept(): void {
  isFreshWanted = true;
  isStopped = false;
  if (running?.wake) running.wake();
  else follow();
}
