import type { Instant, MessageThread, PatientId, ThreadMember } from '@portal/api';
import { clockMoment, dayAt, listMoment, momentOf, type Zone } from '../../records/zone.ts';

/** The patient's member of a thread, whose state representatives share. */
export const ownMember = ({ members }: Pick<MessageThread, 'members'>, patientId: PatientId): ThreadMember | null =>
  members.find((member) => member.patientId === patientId) ?? null;

/** How many messages of a thread are new; 0 once the patient's side has reviewed it. */
export function unreadOf(thread: Pick<MessageThread, 'members' | 'unreadCount'>, patientId: PatientId): number {
  const own = ownMember(thread, patientId);
  return own === null || own.areMessagesReviewed ? 0 : Math.max(1, thread.unreadCount);
}

/** When something was written, for a list: the time today, no year this year (specification 3, section 9). */
export const listWhen = (locale: string, instant: Instant, zone: Zone, now: number): string =>
  listMoment(locale, momentOf(instant, zone), dayAt(zone, now));

/** When the last message of a thread was written, for a list. */
export const threadWhen = (
  locale: string,
  { lastMessageAt, lastMessageDate: { datePart, timePart } }: Pick<MessageThread, 'lastMessageAt' | 'lastMessageDate'>,
  zone: Zone,
  now: number,
): string =>
  lastMessageAt === undefined
    ? listMoment(locale, clockMoment(datePart, timePart, zone), dayAt(zone, now))
    : listWhen(locale, lastMessageAt, zone, now);
