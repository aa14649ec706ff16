import { randomBytes, randomUUID } from 'node:crypto';
import type { NoticeChannel, PatientId, ReminderKind } from '@portal/api';
import { hashOf } from '../http/secrets.ts';
import type { NoticeTopic } from '../mail/messages.ts';
import type { QueuedNotice } from '../mail/queue.ts';
import { renderMail, renderText } from '../mail/render.ts';
import type { Occasion } from './plan.ts';
import type { Patient } from './situations.ts';

/** A secret half as long as others, still 128 bits, because text messages are paid by length. */
const newStopToken = (): string => randomBytes(16).toString('base64url');

const listOf: Readonly<Record<ReminderKind, string>> = {
  appointment: '/appointments',
  followUp: '/followup-plan',
  secureMessage: '/secure-messages',
  questionnaire: '/questionnaires',
  // The home page says what is new. An address of the record would tell of somebody's health.
  record: '/',
};

/** Where a notice's link leads: to the only thing, to the list of several of one kind, else to the home page. */
function pathOf({ threadOf }: Patient, things: readonly Occasion[]): string {
  const [first, ...others] = things;
  if (first === undefined || others.some(({ kind }) => kind !== first.kind)) return '/';
  const { kind, thingId } = first;
  if (thingId === 0 || others.some((other) => other.thingId !== thingId)) {
    const threads = new Set(things.map((one) => threadOf.get(one.thingId)));
    if (kind !== 'secureMessage' || threads.size > 1) return listOf[kind];
  }
  switch (kind) {
    case 'appointment':
      return `/appointments?id=${String(thingId)}`;
    case 'followUp':
    case 'record':
      return listOf[kind];
    case 'secureMessage':
      return `/secure-message?threadId=${String(threadOf.get(thingId) ?? 0)}`;
    case 'questionnaire':
      return `/complete-questionnaire?assignedQuestionnaireId=${String(thingId)}`;
  }
}

const topicsAgain: Readonly<Partial<Record<ReminderKind, NoticeTopic>>> = {
  questionnaire: 'questionnaireAgain',
  secureMessage: 'answerLate',
};
const topicOf = ({ kind, isAgain }: Occasion): NoticeTopic => (isAgain ? topicsAgain[kind] : undefined) ?? kind;

/** A link that stops notices. */
export interface Stop {
  readonly tokenHash: Buffer;
  readonly patientId: PatientId;
  readonly channel: NoticeChannel;
  readonly kinds: readonly ReminderKind[];
}

/** One message with everything that is due on one channel, in the patient's language. */
export function composeNotice(
  patient: Patient,
  to: { readonly channel: NoticeChannel; readonly recipient: string },
  things: readonly Occasion[],
  origin: string,
): { readonly notice: QueuedNotice; readonly stop: Stop } {
  const { firstName, language, portalName, colour, facilityId, timeZone } = patient;
  const token = newStopToken();
  const link = `${origin}${pathOf(patient, things)}`;
  const stopLink = `${origin}/stop-notices?token=${token}`;
  const topics = [...new Set(things.map(topicOf))];
  const brand = { portalName, colour };
  const content =
    to.channel === 'Email'
      ? {
          fromName: portalName,
          ...renderMail({ kind: 'notice', values: { firstName, link, topics, stopLink } }, language, brand),
          stopAddress: `${origin}/api/notices/unsubscribe?token=${token}`,
        }
      : { text: renderText({ kind: 'notice', values: { link, topics, stopLink } }, language, brand) };
  return {
    notice: {
      messageKey: randomUUID(),
      channel: to.channel,
      kind: 'notice',
      facilityId,
      recipient: to.recipient,
      content,
      worthlessAt: new Date(Math.max(...things.map(({ until }) => until))).toISOString(),
      byDayIn: timeZone,
    },
    stop: {
      tokenHash: hashOf(token),
      patientId: patient.patientId,
      channel: to.channel,
      kinds: [...new Set(things.map(({ kind }) => kind))],
    },
  };
}

/** A message that says that it is a test. Somebody waits for it, so it is sent at any hour. */
export function composeTest(
  { firstName, language, portalName, colour, facilityId }: Patient,
  to: { readonly channel: NoticeChannel; readonly recipient: string },
  origin: string,
  now: Date,
): QueuedNotice {
  const link = `${origin}/notification-settings`;
  const brand = { portalName, colour };
  return {
    messageKey: randomUUID(),
    channel: to.channel,
    kind: 'noticeTest',
    facilityId,
    recipient: to.recipient,
    content:
      to.channel === 'Email'
        ? { fromName: portalName, ...renderMail({ kind: 'noticeTest', values: { firstName, link } }, language, brand) }
        : { text: renderText({ kind: 'noticeTest', values: { link } }, language, brand) },
    worthlessAt: new Date(now.getTime() + 3_600_000).toISOString(),
    byDayIn: null,
  };
}
