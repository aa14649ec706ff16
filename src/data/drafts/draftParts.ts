import type { Answer, AssignedQuestionnaire, CalendarDate, Draft, IdempotencyKey, Instant } from '@portal/api';
import type { DeviceClock } from '../unsent/clock.ts';
import type { DraftFiles } from './pendingFiles.ts';
import type { DraftRecord, StoredDraft } from './record.ts';
import type { DraftHandle, DraftState, SubmitOutcome } from './types.ts';

/** The device's part of one draft. Rejects with `StorageRefused` when the device would not. */
export interface DraftStore<Lease> {
  /** Takes the write lease, and gives what stands there. Rejects without taking it where, once the device is ready, it is no longer wanted. */
  acquireLease(
    isWanted?: () => Promise<boolean>,
  ): Promise<{ readonly lease: Lease; readonly stored: StoredDraft | null }>;
  /** `lost`: another tab has taken it. `gone`: the browser has taken the place away; its lease must be acquired anew. */
  write(lease: Lease, record: StoredDraft): Promise<'written' | 'lost' | 'gone'>;
  remove(lease: Lease): Promise<unknown>;
}

/** The server's part of one draft. Rejects with `CallError`. */
export interface DraftServer {
  load(): Promise<AssignedQuestionnaire>;
  putDraft(draft: Draft): Promise<unknown>;
  deleteDraft(discardedAt: Instant): Promise<unknown>;
  /** `today` is the day by which it was decided what is asked. */
  submit(
    key: IdempotencyKey,
    templateRevision: number,
    answers: Answer[],
    today: CalendarDate | undefined,
  ): Promise<AssignedQuestionnaire>;
}

export interface DraftSessionParts<Lease> {
  readonly draft: DraftRecord;
  /** `null` for a surface that keeps nothing on the device. */
  readonly store: DraftStore<Lease> | null;
  /** Null while the device has not let this draft session write yet. */
  readonly lease: Lease | null;
  /** True when the device is only getting ready and has nothing of this draft: it has refused nothing yet, and its lease is acquired as soon as it gives one. */
  readonly isDeviceToCome?: boolean;
  /** What stands on the device at this moment. */
  readonly stored: StoredDraft | null;
  readonly server: DraftServer;
  /** Files that answer questions, where the surface takes any. */
  readonly files?: DraftFiles;
  /** True when `draft` was merged with what the server has. */
  readonly seenServer: boolean;
  readonly clock: DeviceClock;
  readonly ownership: DraftState['ownership'];
  /** Resolves once a take-over of the lease that has happened by now is known here: a tab that slept hears of it only after its own timers. */
  readonly ownershipNews?: () => Promise<unknown>;
  /** Runs a submit while no other tab of the person does. */
  readonly withSubmitLock: <T>(work: () => Promise<T>) => Promise<T>;
  readonly onSent: (completed: AssignedQuestionnaire) => void;
  /** Something that a list of drafts shows has changed. */
  readonly onChange: () => void;
  /** No person is looking: a refusal is kept to be shown later. */
  readonly unattended: boolean;
}

/** One draft being worked on: every change goes to the device, then to the server; the one place where its state changes. */
export interface DraftSession<Lease> extends Pick<
  DraftHandle,
  'state' | 'subscribe' | 'write' | 'flush' | 'submit' | 'takeBack' | 'discard' | 'files'
> {
  current(): DraftRecord;
  /** Sends what waits: the outbox's knock, or the network being back. */
  pump(): Promise<SubmitOutcome | null>;
  /** A connection may be back: what waits is tried now rather than at its time. */
  nudge(): void;
  dismissOther(unfit?: readonly Answer[]): void;
  /** Everything typed is durable, as far as the device allows. */
  settle(): Promise<void>;
  /** Another tab has taken it. */
  yieldOwnership(): void;
  /** Makes the files ready for what is taken over: the form that the other tab had may ask for some, and that tab may have changed them. */
  readyToOwn(...drafts: readonly (StoredDraft | null | undefined)[]): Promise<void>;
  /**
   * This tab has taken it, and this is what the other left on the device; null where that has nothing or cannot be read. True: it waited to
   * be sent, and is a draft again because the form here is newer.
   */
  own(lease: Lease | null, stored: StoredDraft | null): boolean;
  /** What another tab typed last and its device did not keep goes on here. What stands here and that tab had not seen is kept as another's. */
  goOnFrom(unkept: DraftRecord): void;
  /** How the last sending ended; null before the first. */
  outcome(): SubmitOutcome | null;
  isClosed(): boolean;
  /** The draft as it was typed here and the device has not kept it; null when it has, or nothing was typed. */
  unkept(): DraftRecord | null;
  /** True when trying again by itself would not help. */
  rests(): boolean;
  /** Another tab discarded it: what this one shows of it goes as well. */
  blank(): void;
  /** Stops every timer; nothing is written any more. */
  close(): void;
  /** Leaves: durable, then closed; a place where nothing was written is given back. */
  leave(): Promise<void>;
}
