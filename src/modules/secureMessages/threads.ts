import type { Instant, MessageThread, PatientId, SecureMessage, SecureThreadId } from '@portal/api';
import type { UnsentMessage } from '../../data/messages/types.ts';
import { dayAt, isoDay, listMoment, momentOf, writtenDay, writtenTime, type Zone } from '../../records/zone.ts';
import { intlOf } from '../../words/index.ts';
import { ownMember, unreadOf } from './unread.ts';

/** The two lists of threads (specification 3, section 9); the first is the default. */
export type Folder = 'current' | 'archive';
/** The lists of the page: those, and the requests of both. */
export const listsOfPage = ['current', 'archive', 'requests'] as const;
export type ListOfPage = (typeof listsOfPage)[number];

/** A thread is current unless the patient has archived it (specification 3, section 4). */
export const folderOf = (thread: Pick<MessageThread, 'members'>, patientId: PatientId): Folder =>
  ownMember(thread, patientId)?.isArchived === true ? 'archive' : 'current';

/** How many messages of several threads are new: the sum of their rows. */
export const unreadIn = (threads: readonly MessageThread[], patientId: PatientId): number =>
  threads.reduce((sum, thread) => sum + unreadOf(thread, patientId), 0);

/** The index of the first of `unread` new messages in a thread, oldest first; that of the newest message if none is new. */
export function firstToRead(messages: readonly Pick<SecureMessage, 'isFromPatientSide'>[], unread: number): number {
  const received = messages.flatMap(({ isFromPatientSide }, index) => (isFromPatientSide ? [] : [index]));
  return unread === 0 ? messages.length - 1 : (received.at(-unread) ?? 0);
}

/** Letters of a message that a row shows: about two lines, on a phone and beside an open thread. */
const room = 60;
const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** The beginning of a message, up to the end of a word. A Chinese character counts as two letters and may be the last. */
export function beginningShown(text: string): string {
  let [taken, place, end] = [0, 0, 0];
  for (const character of text) {
    const isWide = wide.test(character);
    taken += isWide ? 2 : 1;
    if (taken > room) return `${text.slice(0, end === 0 ? place : end)} …`;
    if (character === ' ') end = place;
    place += character.length;
    if (isWide) end = place;
  }
  return text;
}

/** The threads of one list, the newest first. */
export const threadsIn = (
  threads: readonly MessageThread[],
  folder: Folder,
  patientId: PatientId,
): readonly MessageThread[] =>
  threads
    .filter((thread) => folderOf(thread, patientId) === folder)
    .toSorted((one, other) => compareTexts(stampOf(other), stampOf(one)));

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** A key that orders messages in time: by the instant, or by the specification's day and time; one answer has only one of them. */
export const stampOf = ({
  lastMessageAt,
  lastMessageDate,
}: Pick<MessageThread, 'lastMessageAt' | 'lastMessageDate'>): string =>
  lastMessageAt === undefined
    ? `${lastMessageDate.datePart} ${lastMessageDate.timePart}`
    : new Date(lastMessageAt).toISOString();

/** The thread to open after a sign-in: the only one with something new. Of several the person chooses. */
export function threadToOpen(threads: readonly MessageThread[], patientId: PatientId): SecureThreadId | null {
  const [first, ...others] = threadsIn(threads, 'current', patientId).filter(
    (thread) => unreadOf(thread, patientId) > 0,
  );
  return others.length === 0 ? (first?.threadId ?? null) : null;
}

/** The threads with one of them reviewed; the same threads if nothing changes. */
export function withReviewed(
  threads: readonly MessageThread[],
  threadId: SecureThreadId,
  patientId: PatientId,
): readonly MessageThread[] {
  const index = threads.findIndex((thread) => thread.threadId === threadId);
  const found = threads[index];
  if (found === undefined || unreadOf(found, patientId) === 0) return threads;
  const members = found.members.map((member) =>
    member.patientId === patientId ? { ...member, areMessagesReviewed: true } : member,
  );
  return threads.with(index, { ...found, members, unreadCount: 0 });
}

/** Whether a reply can be opened: one that was begun, also where none can be begun any more. */
export const offersReply = (
  unsent: Pick<UnsentMessage, 'submission'> | null,
  { replyAllowed, isArchived }: { readonly replyAllowed: boolean; readonly isArchived: boolean },
): boolean => unsent !== null || (replyAllowed && !isArchived);

/**
 * Whether a thread shows the reply. A waiting one always shows, because it is sent by itself. One that was begun before the thread was closed
 * or archived shows too: its text can be copied or deleted.
 */
export function showsReply(
  unsent: Pick<UnsentMessage, 'submission'> | null,
  thread: { readonly replyAllowed: boolean; readonly isArchived: boolean; readonly asked: 'reply' | 'nothing' | null },
): boolean {
  const { asked } = thread;
  if (unsent === null) return offersReply(unsent, thread) && asked === 'reply';
  return asked !== 'nothing' || unsent.submission === 'waiting' || unsent.submission === 'sending';
}

/** When a message was written, above it: the day and the time, and the year where it differs. `isToday` leaves out the day. */
export function messageWhen(
  locale: string,
  instant: Instant,
  zone: Zone,
  now: number,
): { readonly isToday: boolean; readonly text: string } {
  const moment = momentOf(instant, zone);
  const today = dayAt(zone, now);
  const time = writtenTime(locale, moment);
  if (moment.day === today && time !== null) return { isToday: true, text: time };
  const isThisYear = isoDay(moment.day).slice(0, 4) === isoDay(today).slice(0, 4);
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  if (time === null)
    return { isToday: false, text: isThisYear ? listMoment(locale, moment, today) : writtenDay(locale, moment) };
  const text = intlOf(locale).formatDate(moment.at, {
    ...year,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone.id,
  });
  return { isToday: false, text };
}

/** Who wrote a message, on whose behalf, and the names for the initials. */
export function writerOf({
  authorFirstName,
  authorLastName,
  proxyAuthorFirstName,
  proxyAuthorLastName,
}: Pick<SecureMessage, 'authorFirstName' | 'authorLastName' | 'proxyAuthorFirstName' | 'proxyAuthorLastName'>): {
  readonly writer: { readonly firstName: string; readonly lastName: string };
  readonly onBehalfOf: { readonly firstName: string; readonly lastName: string } | null;
} {
  const author = { firstName: authorFirstName, lastName: authorLastName };
  const proxy = { firstName: proxyAuthorFirstName ?? '', lastName: proxyAuthorLastName ?? '' };
  return proxy.firstName === '' && proxy.lastName === ''
    ? { writer: author, onBehalfOf: null }
    : { writer: proxy, onBehalfOf: author };
}

/**
 * Whether the patient's side wrote it: as the server says, else by names. A representative is named beside the patient, who is a member of
 * the thread.
 */
export function isOfPatientSide(message: SecureMessage, { members }: Pick<MessageThread, 'members'>): boolean {
  if (message.isFromPatientSide !== undefined) return message.isFromPatientSide;
  if (writerOf(message).onBehalfOf !== null) return true;
  const authors = members.filter(
    ({ firstName, lastName }) => firstName === message.authorFirstName && lastName === message.authorLastName,
  );
  return authors.length > 0 && authors.every(({ patientId }) => patientId !== null);
}

/** Adds to each message which side wrote it. */
export const withSides = (
  messages: readonly SecureMessage[],
  thread: Pick<MessageThread, 'members'>,
): SecureMessage[] => messages.map((message) => ({ ...message, isFromPatientSide: isOfPatientSide(message, thread) }));
