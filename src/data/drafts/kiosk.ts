import { type AssignedQuestionnaireId, type PatientId, submitQuestionnaire } from '@portal/api';
import { tellAnswersSent } from './events.ts';
import { handleOf } from './handle.ts';
import { mergeDrafts } from './record.ts';
import { browserClock, draftServer } from './server.ts';
import { createSheet, type Sheet } from './sheet.ts';
import type { DraftHandle, Drafts } from './types.ts';

const open = new Map<string, { readonly sheet: Sheet<never>; readonly handle: DraftHandle }>();

/** Everything that was typed leaves memory; what the server has as a draft stays there (rulings, section 6). */
export function wipe(): void {
  for (const { sheet } of open.values()) sheet.close();
  open.clear();
}

async function openDraft(patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): Promise<DraftHandle> {
  const key = `${patientId}/${assignedQuestionnaireId}`;
  const standing = open.get(key);
  if (standing && !standing.sheet.isClosed()) return standing.handle;
  const server = draftServer(patientId, assignedQuestionnaireId);
  const sheet = createSheet<never>({
    draft: mergeDrafts(null, await server.load(), patientId, Date.now()),
    store: null,
    mark: null,
    stored: null,
    server,
    seenServer: true,
    clock: browserClock,
    ownership: 'owner',
    alone: (work) => work(),
    onSent: (completed) => tellAnswersSent({ patientId, completed, makesStale: submitQuestionnaire.makesStale }),
    onChange: () => undefined,
    unattended: false,
  });
  const networkBack = () => sheet.nudge();
  window.addEventListener('online', networkBack);
  const handle = handleOf(sheet, {
    takeOver: () => Promise.resolve(sheet.current().answers),
    async release() {
      await sheet.flush();
      window.removeEventListener('online', networkBack);
      sheet.close();
      if (open.get(key)?.sheet === sheet) open.delete(key);
    },
    discard: () => sheet.discard(),
  });
  open.set(key, { sheet, handle });
  return handle;
}

/** Drafts of the kiosk: in memory and on the server, never on the tablet (rulings, section 6). */
export const kioskDrafts = (): Drafts => ({ open: openDraft });
