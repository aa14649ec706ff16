import type { IdempotencyKey, Instant, MessageAttachment, MessageDraftId } from '@portal/api';
import { instantAfter } from '../unsent/instantAfter.ts';
import {
  blankMessage,
  contentsOf,
  type FileRefusal,
  filesOf,
  hasWords,
  type KeptFile,
  type MessageRecord,
  type MessageRefusal,
  type Other,
  renewed,
  sameText,
  type Text,
  textOf,
  withOther,
} from './record.ts';

/*
 * Each change of a message is a function of the record as it is stored at that moment, because another page or the outbox may have changed
 * it before. A change for a draft of another id does nothing.
 */
export type Change = (record: MessageRecord) => MessageRecord;

const keptBeside = (record: MessageRecord, standing: MessageRecord): MessageRecord =>
  withOther(record, { ...textOf(standing), savedAt: standing.savedAt, draftId: null });

/**
 * Puts what was typed over the text that the page showed. What another page has written meanwhile is kept beside it. A message that another
 * page has sent to wait is not changed any more; the typed text is kept beside it.
 */
export const typed =
  (text: Text, seen: Text, now: number): Change =>
  (record) => {
    const savedAt = instantAfter(now, record.savedAt, record.serverSavedAt);
    if (record.submission === 'waiting') return withOther(record, { ...text, savedAt, draftId: null });
    const next: MessageRecord = { ...record, ...text, savedAt, refusal: null };
    return sameText(record, seen) ? next : keptBeside(next, record);
  };

/** Everything that the device could not store, as one change. */
export const restated =
  (mine: MessageRecord, seen: MessageRecord): Change =>
  (record) => {
    if (record.submission === 'waiting' && seen.submission === 'none') return keptBeside(record, mine);
    return sameText(record, seen) ? mine : keptBeside(mine, record);
  };

const ofDraft =
  (draftId: MessageDraftId, change: Change): Change =>
  (record) =>
    record.draftId === draftId ? change(record) : record;

export const savedOnServer = (draftId: MessageDraftId, serverSavedAt: Instant): Change =>
  ofDraft(draftId, (record) => ({ ...record, serverSavedAt }));

/** Send was pressed on the text that the page showed. What another page has written since is kept beside it. */
export const submitted =
  (seen: Text): Change =>
  (record) => ({
    ...keptBeside({ ...record, ...textOf(seen) }, record),
    savedAt: sameText(seen, record) ? record.savedAt : instantAfter(0, record.savedAt, record.serverSavedAt),
    submission: 'waiting',
    refusal: null,
    endedElsewhere: false,
  });

/** Notes before the request that it goes to the server now, if nobody has taken it back. */
export const triedToSend = (draftId: MessageDraftId): Change =>
  ofDraft(draftId, (record) => (record.submission === 'waiting' ? { ...record, tried: contentsOf(record) } : record));

/** Makes it editable again, if no try may have reached the server. */
export const takenBack: Change = (record) => (record.tried === null ? { ...record, submission: 'none' } : record);

/** The device could not store that it was taken back, so it waits again: whatever sends this device's waiting messages will send it. */
export const waitsAgain = (draftId: MessageDraftId): Change =>
  ofDraft(draftId, (record) => ({ ...record, submission: 'waiting' }));

/** Like `takenBack`, after the server has said that it received none of the tries. */
export const takenBackUnsent = (draftId: MessageDraftId): Change =>
  ofDraft(draftId, (record) => ({ ...record, submission: 'none' }));

/** `isAnswered`: the server itself refused it and has received nothing. */
export const notSent = (draftId: MessageDraftId, refusal: MessageRefusal, isAnswered: boolean): Change =>
  ofDraft(draftId, (record) => ({
    ...record,
    submission: 'none',
    refusal,
    tried: isAnswered ? null : record.tried,
  }));

/** Entries for bytes that are still on the device and are to be deleted. */
export const leftOnDevice = (files: readonly KeptFile[]): KeptFile[] =>
  files.filter(({ isKept }) => isKept).map((file) => ({ ...file, attachment: null, isRemoved: true }));

/** A draft of the server is not saved again as it was seen here: its device may have written on. */
const asSaved = ({ draftId, savedAt }: Other): Partial<MessageRecord> =>
  draftId === null ? {} : { draftId, savedAt, serverSavedAt: savedAt };

/** What another page or device had written beside it becomes the next draft, so that lists show it. */
const nextDraft = (record: MessageRecord, now: number): MessageRecord => {
  const blank = blankMessage(record, now);
  const [next, ...others] = record.others;
  return {
    ...blank,
    ...(next && hasWords(next) ? { ...textOf(next), ...asSaved(next) } : {}),
    others,
    files: leftOnDevice(record.files),
    discards: record.discards,
  };
};

/** The server has the message. */
export const sent = (draftId: MessageDraftId, now: number): Change =>
  ofDraft(draftId, (record) => nextDraft(record, now));

/**
 * The person discarded the draft as their page showed it. What another page has written since stays, as a draft of its own; so does what
 * stands beside it, because a page shows one of those texts at most and nobody has decided about them.
 */
export const discarded =
  (seen: Text, now: number): Change =>
  (record) => {
    const isSeen = sameText(seen, record) || !hasWords(record);
    return {
      ...(isSeen ? nextDraft(record, now) : { ...renewed(record, now), files: leftOnDevice(record.files) }),
      discards: [...record.discards, record.draftId],
    };
  };

export const discardConfirmed =
  (draftId: MessageDraftId): Change =>
  (record) => ({
    ...record,
    discards: record.discards.filter((one) => one !== draftId),
  });

/** Swaps our text with the other one. */
export const otherTaken =
  (now: number): Change =>
  (record) => {
    const [other, ...rest] = record.others;
    if (!other || record.submission === 'waiting') return record;
    const mine = { ...textOf(record), savedAt: record.savedAt, draftId: other.draftId };
    return {
      ...record,
      ...textOf(other),
      savedAt: instantAfter(now, record.savedAt, record.serverSavedAt),
      refusal: null,
      others: hasWords(mine) || mine.draftId !== null ? [mine, ...rest] : rest,
    };
  };

export const otherDismissed: Change = (record) => {
  const [other, ...others] = record.others;
  const discards = other?.draftId ? [...record.discards, other.draftId] : record.discards;
  return { ...record, others, discards };
};

export const fileAdded =
  (file: KeptFile): Change =>
  (record) =>
    record.submission === 'waiting' ? record : { ...record, files: [...record.files, file], refusal: null };

const ofFile =
  (key: IdempotencyKey, change: (file: KeptFile) => KeptFile | null): Change =>
  (record) => ({
    ...record,
    files: record.files.flatMap((file) => {
      const next = file.key === key ? change(file) : file;
      return next === null ? [] : [next];
    }),
  });

/** Whether the device has the file's bytes. */
export const fileKept = (key: IdempotencyKey, isKept: boolean): Change => ofFile(key, (file) => ({ ...file, isKept }));

/** The server has the file. A draft has the same file once: of two equal ones, the second is dropped. */
export const fileStored = (draftId: MessageDraftId, key: IdempotencyKey, attachment: MessageAttachment): Change =>
  ofDraft(draftId, (record) => {
    const isThere = filesOf(record).some(
      (file) => file.key !== key && file.attachment?.attachmentId === attachment.attachmentId,
    );
    return ofFile(key, (file) => (isThere ? { ...file, isRemoved: true } : { ...file, attachment, refusal: null }))(
      record,
    );
  });

export const fileRefused = (key: IdempotencyKey, refusal: FileRefusal): Change =>
  ofFile(key, (file) => ({ ...file, refusal }));

/** The person removed the file. A message that waits to be sent keeps its files. */
export const fileRemoved =
  (key: IdempotencyKey): Change =>
  (record) =>
    record.submission === 'waiting'
      ? record
      : { ...ofFile(key, (file) => ({ ...file, isRemoved: true }))(record), refusal: null };

/** The device and the server have both deleted the file. */
export const fileForgotten = (key: IdempotencyKey): Change => ofFile(key, () => null);
