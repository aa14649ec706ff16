import { listMessageDrafts, PatientId } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { withElsewhere } from './unsentElsewhere.ts';

const patientId = v.parse(PatientId, 7);
const drafts = (...some: readonly (readonly [number | null, string, string])[]) =>
  v.parse(
    listMessageDrafts.answer,
    some.map(([threadId, content, savedAt], at) => ({
      draftId: `0192d5a0-7b1c-7000-8000-00000000000${String(at)}`,
      threadId,
      careProviderId: null,
      subject: '',
      content,
      savedAt,
      attachments: [],
    })),
  );

test('a reply begun on another device stands in the list, once for each place and never above what this device has', () => {
  const elsewhere = withElsewhere(
    [],
    drafts(
      [5, 'old', '2026-11-20T10:00:00Z'],
      [5, 'new', '2026-11-20T11:00:00Z'],
      [6, '  ', '2026-11-20T10:00:00Z'],
      [null, 'A new message', '2026-11-20T09:00:00Z'],
    ),
    patientId,
  );
  expect(elsewhere.map(({ threadId, content, submission }) => [threadId, content, submission])).toEqual([
    [5, 'new', 'none'],
    [null, 'A new message', 'none'],
  ]);
  const here = elsewhere.map((message) => ({ ...message, submission: 'waiting' as const }));
  expect(withElsewhere(here, drafts([5, 'there', '2026-11-21T10:00:00Z']), patientId)).toBe(here);
});
