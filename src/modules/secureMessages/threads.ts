import type { Instant, MessageThread, PatientId, SecureMessage, SecureThreadId, ThreadMember } from '@portal/api';
import {
  clockMoment,
  dayAt,
  isoDay,
  listMoment,
  momentOf,
  writtenDay,
  writtenTime,
  type Zone,
} from '../../records/zone.ts';
import { intlOf } from '../../words/index.ts';

/** The two lists of threads (specification 3, section 9); the first holds when the page opens. */
export const folders = ['current', 'archive'] as const;
export type Folder = (typeof folders)[number];

/** The patient's own side of a thread, which whoever acts for them shares. */
export const ownMember = ({ members }: Pick<MessageThread, 'members'>, patientId: PatientId): ThreadMember | null =>
  members.find((member) => member.patientId === patientId) ?? null;

/** A thread is current unless the patient's own side of it is archived (specification 3, section 4). */
export const folderOf = (thread: Pick<MessageThread, 'members'>, patientId: PatientId): Folder =>
  ownMember(thread, patientId)?.isArchived === true ? 'archive' : 'current';

/** How many messages of a thread are new; 0 once the patient's side of it has been reviewed. */
export function unreadOf(thread: Pick<MessageThread, 'members' | 'unreadCount'>, patientId: PatientId): number {
  const own = ownMember(thread, patientId);
  return own === null || own.areMessagesReviewed ? 0 : Math.max(1, thread.unreadCount);
}

/** How many messages of several threads are new, as their rows say it. */
export const unreadIn = (threads: readonly MessageThread[], patientId: PatientId): number =>
  threads.reduce((sum, thread) => sum + unreadOf(thread, patientId), 0);

/** Where the first of `unread` new messages stands in a thread, oldest first; where the newest message stands if none is new. */
export function firstToRead(messages: readonly Pick<SecureMessage, 'isFromPatientSide'>[], unread: number): number {
  const received = messages.flatMap(({ isFromPatientSide }, index) => (isFromPatientSide ? [] : [index]));
  return unread === 0 ? messages.length - 1 : (received.at(-unread) ?? 0);
}

/** Letters of a message's beginning that a row shows: about two lines, on a phone and beside an open thread. */
const room = 60;
const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** How a message begins, up to the end of a word. What is Chinese takes the room of two letters and ends anywhere. */
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

/** Later ones come later: by the moment, or by the document's day and time, in one answer by either. */
export const stampOf = ({
  lastMessageAt,
  lastMessageDate,
}: Pick<MessageThread, 'lastMessageAt' | 'lastMessageDate'>): string =>
  lastMessageAt === undefined
    ? `${lastMessageDate.datePart} ${lastMessageDate.timePart}`
    : new Date(lastMessageAt).toISOString();

/** What a sign-in that leads to the messages opens: the one thread with something new. Of several the person chooses. */
export function threadToOpen(threads: readonly MessageThread[], patientId: PatientId): SecureThreadId | null {
  const [first, ...others] = threadsIn(threads, 'current', patientId).filter(
    (thread) => unreadOf(thread, patientId) > 0,
  );
  return others.length === 0 ? (first?.threadId ?? null) : null;
}

/** The threads with one of them read; the same threads where there is nothing to change. */
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

/** When something was written, as a list says it: today the time, this year no year (specification 3, section 9). */
export const listWhen = (locale: string, instant: Instant, zone: Zone, now: number): string =>
  listMoment(locale, momentOf(instant, zone), dayAt(zone, now));

/** When the last message of a thread was written, as a list says it. */
export const threadWhen = (
  locale: string,
  { lastMessageAt, lastMessageDate: { datePart, timePart } }: Pick<MessageThread, 'lastMessageAt' | 'lastMessageDate'>,
  zone: Zone,
  now: number,
): string =>
  lastMessageAt === undefined
    ? listMoment(locale, clockMoment(datePart, timePart, zone), dayAt(zone, now))
    : listWhen(locale, lastMessageAt, zone, now);

/** The same above a message: the day and the time, and the year where it is another. `isToday` leaves the day to words. */
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

/** Who wrote a message, whose it is where they wrote on behalf of somebody, and their initials' names. */
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
 * Whether the patient's side wrote it: as the server says, else by names. Who wrote for the patient is named beside them, and the patient is one of the
 * members of the thread.
 */
export function isOfPatientSide(message: SecureMessage, { members }: Pick<MessageThread, 'members'>): boolean {
  if (message.isFromPatientSide !== undefined) return message.isFromPatientSide;
  if (writerOf(message).onBehalfOf !== null) return true;
  const authors = members.filter(
    ({ firstName, lastName }) => firstName === message.authorFirstName && lastName === message.authorLastName,
  );
  return authors.length > 0 && authors.every(({ patientId }) => patientId !== null);
}

/** Messages that say themselves of which side they are. */
export const withSides = (
  messages: readonly SecureMessage[],
  thread: Pick<MessageThread, 'members'>,
): SecureMessage[] => messages.map((message) => ({ ...message, isFromPatientSide: isOfPatientSide(message, thread) }));
