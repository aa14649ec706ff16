import {
  MessageThread,
  PatientId,
  SecureMessage,
  SecureThreadId,
  ThreadMemberId,
  CalendarDate,
  Instant,
} from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { zoneOf } from '../../records/zone.ts';
import {
  beginningShown,
  firstToRead,
  folderOf,
  isOfPatientSide,
  messageWhen,
  offersReply,
  showsReply,
  threadsIn,
  threadToOpen,
  unreadIn,
  withReviewed,
  writerOf,
} from './threads.ts';
import { listWhen, threadWhen, unreadOf } from './unread.ts';

const patient = v.parse(PatientId, 7);
const at = (text: string) => v.parse(Instant, text);
const zone = zoneOf('America/Detroit');
const now = Date.parse('2026-11-16T15:30:00Z');

interface Given {
  readonly id: number;
  readonly at?: string;
  readonly isArchived?: boolean;
  readonly isReviewed?: boolean;
  readonly unread?: number;
}
const thread = ({ id, at: last = '2026-11-10T12:00:00Z', isArchived = false, isReviewed = true, unread = 0 }: Given) =>
  v.parse(MessageThread, {
    threadId: id,
    subjectText: `Thread ${String(id)}`,
    lastMessageAt: last,
    lastMessageDate: { datePart: last.slice(0, 10), timePart: '12:00' },
    lastSender: 'Dr. Ottoline Fernbrook',
    replyAllowed: true,
    referencedPatientId: patient,
    referencedPatientDateOfBirth: v.parse(CalendarDate, '1979-04-02'),
    members: [
      {
        threadMemberId: v.parse(ThreadMemberId, id * 10),
        patientId: null,
        firstName: 'Ottoline',
        lastName: 'Fernbrook',
        isArchived: !isArchived,
        areMessagesReviewed: true,
        visibleNumberOfMessages: 1,
        statusData: { reviewedOnDate: null },
      },
      {
        threadMemberId: v.parse(ThreadMemberId, id * 10 + 1),
        patientId: patient,
        firstName: 'Juniper',
        lastName: 'Applewhistle',
        isArchived,
        areMessagesReviewed: isReviewed,
        visibleNumberOfMessages: 1,
        statusData: { reviewedOnDate: null },
      },
    ],
    unreadCount: unread,
    attachmentCount: 0,
    answeredBy: null,
  });
const id = (number: number) => v.parse(SecureThreadId, number);

describe('a thread', () => {
  test("is current unless the patient's own side is archived, whatever the provider's is", () => {
    expect(folderOf(thread({ id: 1 }), patient)).toBe('current');
    expect(folderOf(thread({ id: 1, isArchived: true }), patient)).toBe('archive');
  });
  test("is unread while the patient's side is not reviewed, and counts at least one", () => {
    expect(unreadOf(thread({ id: 1, isReviewed: false, unread: 3 }), patient)).toBe(3);
    expect(unreadOf(thread({ id: 1, isReviewed: false, unread: 0 }), patient)).toBe(1);
    expect(unreadOf(thread({ id: 1, isReviewed: true, unread: 3 }), patient)).toBe(0);
  });
  test('stands newest first in its own list alone', () => {
    const threads = [
      thread({ id: 1, at: '2026-11-01T00:00:00Z' }),
      thread({ id: 2, at: '2026-11-03T00:00:00Z' }),
      thread({ id: 3, at: '2026-11-02T00:00:00Z', isArchived: true }),
    ];
    expect(threadsIn(threads, 'current', patient).map(({ threadId }) => threadId)).toEqual([2, 1]);
    expect(threadsIn(threads, 'archive', patient).map(({ threadId }) => threadId)).toEqual([3]);
  });
  test('adds what its row says to the sum of its list', () => {
    const threads = [
      thread({ id: 1, isReviewed: false, unread: 2 }),
      thread({ id: 2, isReviewed: false, unread: 0 }),
      thread({ id: 3, unread: 5 }),
    ];
    expect(unreadIn(threads, patient)).toBe(3);
    expect(unreadIn([], patient)).toBe(0);
  });
  test('opens at the first of the new messages that were received, or at its newest message', () => {
    const sides = (letters: string) => Array.from(letters, (letter) => ({ isFromPatientSide: letter === 'p' }));
    expect(firstToRead(sides('pttt'), 2)).toBe(2);
    expect(firstToRead(sides('tptpt'), 2)).toBe(2);
    // The patient's own reply is not new to them.
    expect(firstToRead(sides('ptp'), 1)).toBe(1);
    expect(firstToRead(sides('ptp'), 0)).toBe(2);
    expect(firstToRead(sides('pt'), 4)).toBe(0);
  });
  test('is read here at once; a thread without news leaves the list the same', () => {
    const threads = [thread({ id: 1 }), thread({ id: 2, isReviewed: false, unread: 2 })];
    const read = withReviewed(threads, id(2), patient);
    expect(read.map((one) => unreadOf(one, patient))).toEqual([0, 0]);
    expect(withReviewed(threads, id(1), patient)).toBe(threads);
    expect(withReviewed(threads, id(9), patient)).toBe(threads);
  });
});

test('a sign-in that leads to the messages opens the one thread with something new, none of several and none of the archive', () => {
  const news = thread({ id: 1, isReviewed: false });
  const other = thread({ id: 2, isReviewed: false });
  const read = thread({ id: 3 });
  const archived = thread({ id: 4, isArchived: true, isReviewed: false });
  expect(threadToOpen([read, news, archived], patient)).toBe(1);
  expect(threadToOpen([news, other], patient)).toBeNull();
  expect(threadToOpen([read, archived], patient)).toBeNull();
});

test('a row shows how a message begins, up to the end of a word, and cuts no character', () => {
  expect(beginningShown('Yes, from Monday on.')).toBe('Yes, from Monday on.');
  expect(beginningShown('a'.repeat(60))).toBe('a'.repeat(60));
  expect(beginningShown(`${'four '.repeat(12)}more`)).toBe(`${'four '.repeat(12).trim()} …`);
  expect(beginningShown('b'.repeat(61))).toBe(`${'b'.repeat(60)} …`);
  expect(beginningShown('请继续服药。'.repeat(6))).toBe(`${'请继续服药。'.repeat(5)} …`);
  expect(beginningShown(`${'x'.repeat(59)}\u{1F600}y`)).toBe(`${'x'.repeat(59)}\u{1F600} …`);
});

describe('when, where the facility is', () => {
  test.each([
    ['2026-11-16T14:12:00Z', '9:12 AM'],
    // The day before in Detroit, although it is the same day in UTC.
    ['2026-11-16T04:59:00Z', 'Nov 15'],
    ['2026-01-02T17:00:00Z', 'Jan 2'],
    ['2025-02-11T15:00:00Z', 'Feb 11, 2025'],
    // An instant at exactly noon has no time of day.
    ['2026-11-16T17:00:00Z', 'Nov 16'],
  ])('%s is %s in a list', (instant, text) => {
    expect(listWhen('en-US', at(instant), zone, now).replaceAll('\u202f', ' ')).toBe(text);
  });
  test.each([
    ['2026-11-16T14:12:00Z', true, '9:12 AM'],
    ['2026-11-10T13:15:00Z', false, 'Nov 10, 8:15 AM'],
    ['2025-02-11T15:05:00Z', false, 'Feb 11, 2025, 10:05 AM'],
    ['2026-11-10T17:00:00Z', false, 'Nov 10'],
  ])('%s above a message', (instant, isToday, text) => {
    const when = messageWhen('en-US', at(instant), zone, now);
    expect({ ...when, text: when.text.replaceAll('\u202f', ' ') }).toEqual({ isToday, text });
  });
});

test('whoever wrote for the patient is the writer, and the patient is named as the one they wrote for', () => {
  const author = { authorFirstName: 'Juniper', authorLastName: 'Applewhistle' };
  expect(writerOf({ ...author, proxyAuthorFirstName: null, proxyAuthorLastName: null })).toEqual({
    writer: { firstName: 'Juniper', lastName: 'Applewhistle' },
    onBehalfOf: null,
  });
  expect(writerOf({ ...author, proxyAuthorFirstName: 'Pascoe', proxyAuthorLastName: 'Applewhistle' })).toEqual({
    writer: { firstName: 'Pascoe', lastName: 'Applewhistle' },
    onBehalfOf: { firstName: 'Juniper', lastName: 'Applewhistle' },
  });
});

describe('of a server that tells what the document has alone', () => {
  const documentThread = (id: number, timePart: string) => {
    const { lastMessageAt: _, ...rest } = thread({ id });
    return { ...rest, lastMessageDate: { ...rest.lastMessageDate, timePart } };
  };
  const messageOf = (firstName: string, lastName: string, proxy: string | null = null) =>
    v.parse(SecureMessage, {
      messageId: 1,
      messageDate: '2026-11-10T12:00:00Z',
      authorFirstName: firstName,
      authorLastName: lastName,
      proxyAuthorFirstName: proxy,
      proxyAuthorLastName: null,
      senderDisplayName: 'Somebody',
      content: 'Words',
      displayDate: { datePart: '2026-11-10', timePart: '12:00' },
    });

  test('threads are in the order of its days and times, which are of the facility', () => {
    const threads = [documentThread(1, '07:05'), documentThread(2, '16:30')];
    expect(threadsIn(threads, 'current', patient).map(({ threadId }) => threadId)).toEqual([2, 1]);
    const [, later] = threads;
    const sameDay = Date.parse('2026-11-10T23:00:00Z');
    expect(later && threadWhen('en-US', later, zone, sameDay)).toBe('4:30 PM');
  });

  test('who wrote is told by the names of the thread', () => {
    const of = thread({ id: 1 });
    expect(isOfPatientSide(messageOf('Juniper', 'Applewhistle'), of)).toBe(true);
    expect(isOfPatientSide(messageOf('Juniper', 'Applewhistle', 'Linnea'), of)).toBe(true);
    expect(isOfPatientSide(messageOf('Ottoline', 'Fernbrook'), of)).toBe(false);
    expect(isOfPatientSide(messageOf('Somebody', 'Else'), of)).toBe(false);
    expect(isOfPatientSide({ ...messageOf('Ottoline', 'Fernbrook'), isFromPatientSide: true }, of)).toBe(true);
  });
});

test('a reply that was begun shows after its thread was closed, until it is closed or deleted', () => {
  const closed = { replyAllowed: false, isArchived: false, asked: null } as const;
  expect(showsReply({ submission: 'refused' }, closed)).toBe(true);
  expect(showsReply({ submission: 'none' }, { ...closed, asked: 'reply' })).toBe(true);
  expect(showsReply({ submission: 'none' }, { ...closed, asked: 'nothing' })).toBe(false);
  expect(showsReply({ submission: 'waiting' }, { ...closed, asked: 'nothing' })).toBe(true);
  expect(showsReply(null, { ...closed, asked: 'reply' })).toBe(false);
  expect(showsReply(null, { ...closed, replyAllowed: true, asked: 'reply' })).toBe(true);
  expect(showsReply(null, { ...closed, replyAllowed: true })).toBe(false);
});

test('a reply that waits to be sent shows in a thread that was archived meanwhile, where none can be begun', () => {
  const archived = { replyAllowed: true, isArchived: true, asked: null } as const;
  expect(showsReply({ submission: 'waiting' }, archived)).toBe(true);
  expect(showsReply(null, { ...archived, asked: 'reply' })).toBe(false);
  // One that was begun can be opened again after Cancel.
  expect(offersReply({ submission: 'none' }, archived)).toBe(true);
  expect(offersReply(null, archived)).toBe(false);
});
