import {
  countUnreadMessages,
  getMessageAttachment,
  getThread,
  listMessageDrafts,
  listMessageRecipients,
  listThreads,
  type PatientId,
} from '@portal/api';
import * as v from 'valibot';
import { dayOf, type KeepsAhead, type WantedRecord } from '../../data/keptRecords/keeps.ts';
import { currentIdentity, hasCapability } from '../../data/profile.ts';
import { mayDo } from '../../data/identity.ts';
import { threadsOf } from './threadActs.ts';

/** The files of a thread that can be opened. */
function filesOf(patientId: PatientId, answer: unknown): readonly WantedRecord[] {
  const parsed = v.safeParse(getThread.answer, answer);
  if (!parsed.success) return [];
  return parsed.output.flatMap(({ messageDate, attachments }) =>
    attachments
      .filter(({ state }) => state === 'ready')
      .map(({ attachmentId, bytes }) => ({
        call: getMessageAttachment,
        input: { params: { patientId, attachmentId } },
        day: dayOf(messageDate),
        row: attachmentId,
        bytes,
      })),
  );
}

export const keepsAhead: KeepsAhead = {
  async *wanted({ patientId }, ask) {
    if (!hasCapability('SecureMessages')) return;
    const ofPatient = { params: { patientId } };
    const threads = (await ask(listThreads, threadsOf(patientId))) ?? [];
    yield { call: countUnreadMessages, input: ofPatient, day: null };
    yield { call: listMessageRecipients, input: ofPatient, day: null };
    if (mayDo(currentIdentity(), { section: 'SecureMessages', right: 'write' }))
      yield { call: listMessageDrafts, input: ofPatient, day: null };
    for (const { members: _, unreadCount: __, lastMessage: ___, ...row } of threads) {
      const { threadId, lastMessageDate } = row;
      yield {
        call: getThread,
        input: { params: { patientId, threadId } },
        day: dayOf(lastMessageDate.datePart),
        row,
        names: { calls: [getMessageAttachment], of: (answer) => filesOf(patientId, answer) },
      };
    }
  },
};
