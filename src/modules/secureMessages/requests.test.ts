import { Instant, MessageThread, PatientId, type RequestProgress } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { isOpenRequest, nextOf, requestsIn, stateOf } from './requests.ts';

const at = (hour: number) => v.parse(Instant, `2026-11-12T${String(hour).padStart(2, '0')}:00:00.000Z`);
const request = (more: Partial<RequestProgress> = {}): RequestProgress => ({
  kind: 'visitMove',
  about: 'visit-1',
  askedBy: null,
  sentAt: at(8),
  receivedAt: null,
  openedAt: null,
  answeredAt: null,
  promisedBy: at(20),
  officeToldAt: null,
  outcome: null,
  ...more,
});

test.each([
  [{}, 'sent', at(8)],
  [{ receivedAt: at(9) }, 'received', at(9)],
  [{ openedAt: at(10) }, 'opened', at(10)],
  [{ openedAt: at(10), answeredAt: at(11) }, 'answered', at(11)],
  [{ answeredAt: at(11), outcome: { kind: 'declined', at: at(12), reason: 'No' } }, 'declined', at(12)],
] as const)('the furthest known state counts: %j', (more, state, when) => {
  expect(stateOf(request(more))).toEqual({ state, at: when });
});

test.each([
  [{}, 19, 'secureMessages.requestNext'],
  [{}, 20, 'secureMessages.requestLate'],
  [{ officeToldAt: at(21) }, 22, 'secureMessages.requestLateTold'],
  [{ answeredAt: at(11) }, 22, null],
  [{ outcome: { kind: 'done', at: at(11), reason: null } }, 22, null],
] as const)('a promised time that has passed without an answer is late: %j at %i', (more, hour, next) => {
  expect(nextOf(request(more), Date.parse(at(hour)))).toBe(next);
});

test('requests that wait come first, the archived ones among them', () => {
  const patientId = v.parse(PatientId, 1);
  const thread = (threadId: number, isArchived: boolean, of: RequestProgress | null) =>
    v.parse(MessageThread, {
      threadId,
      subjectText: 'x',
      lastMessageDate: { datePart: '2026-11-12', timePart: '08:00' },
      replyAllowed: true,
      referencedPatientId: 1,
      referencedPatientDateOfBirth: '1971-01-01',
      members: [
        {
          threadMemberId: threadId,
          patientId: 1,
          firstName: 'a',
          lastName: 'b',
          isArchived,
          areMessagesReviewed: true,
          visibleNumberOfMessages: 1,
          statusData: {},
        },
      ],
      request: of,
    });
  const all = [
    thread(1, false, request({ answeredAt: at(9) })),
    thread(2, false, null),
    thread(3, true, request()),
    thread(4, false, request({ sentAt: at(9) })),
  ];
  expect(requestsIn(all, patientId).map(({ threadId }) => threadId)).toEqual([4, 3, 1]);
  expect(all.filter(isOpenRequest)).toHaveLength(2);
});
