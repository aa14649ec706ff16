import { CareProviderId, Instant, PatientId, SecureThreadId } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { UnsentMessage } from '../../../data/messages/types.ts';
import type { ToDoFacts } from '../../../layout/module.ts';
import { items, uncounted } from './toDo.ts';

const message = (submission: UnsentMessage['submission'], threadId: number | null, subject = ''): UnsentMessage => ({
  patientId: v.parse(PatientId, 7),
  threadId: threadId === null ? null : v.parse(SecureThreadId, threadId),
  careProviderId: v.parse(CareProviderId, 3),
  subject,
  content: 'Text',
  savedAt: v.parse(Instant, '2026-11-20T17:00:00Z'),
  submission,
  onServer: true,
});
const facts = (unsentMessages: readonly UnsentMessage[]): ToDoFacts => ({
  t: (key) => key,
  locale: 'en-US',
  now: 0,
  timeZone: 'UTC',
  unsent: [],
  unsentMessages,
});

test('a message that waits can be sent, one that was not taken leads to why, and one that is only begun is nothing to do', () => {
  const unsent = [
    message('waiting', null, 'Side effects'),
    message('sending', null),
    message('refused', 5),
    message('none', 6),
  ];
  const found = items(null, facts(unsent));
  expect(found.map(({ title, line, action }) => [title, line, action?.kind])).toEqual([
    ['Side effects', 'secureMessages.waiting', 'press'],
    ['secureMessages.noSubjectYet', 'secureMessages.waiting', 'press'],
    ['secureMessages.toDoReply', 'secureMessages.notSent', 'page'],
  ]);
  expect(found[2]?.action).toMatchObject({ path: '/secure-message', search: { threadId: '5' } });
  expect(uncounted(null, facts(unsent))).toBe(found.length);
});
