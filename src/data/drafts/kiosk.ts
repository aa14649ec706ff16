import { type AssignedQuestionnaireId, type PatientId, submitQuestionnaire } from '@portal/api';
import { tellAnswersSent } from './events.ts';
import { draftHandle } from './handle.ts';
import { createDraftFiles } from './pendingFiles.ts';
import { mergeDrafts } from './record.ts';
import { browserClock } from '../unsent/clock.ts';
import { draftServer } from './server.ts';
import type { DraftSession } from './draftParts.ts';
import { createDraftSession } from './draftSession.ts';
import type { DraftHandle, Drafts } from './types.ts';

const open = new Map<string, { readonly draftSession: DraftSession<never>; readonly handle: DraftHandle }>();

/** Removes everything that was typed from memory. Drafts that the server has stay there (rulings, section 6). */
export function wipeDrafts(): void {
  for (const { draftSession } of open.values()) draftSession.close();
  open.clear();
}

async function openDraft(patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): Promise<DraftHandle> {
  const key = `${patientId}/${assignedQuestionnaireId}`;
  const standing = open.get(key);
  if (standing && !standing.draftSession.isClosed()) return standing.handle;
  const server = draftServer(patientId, assignedQuestionnaireId);
  const files = createDraftFiles(async (onChange) => {
    const [{ openAnswerFiles }, { answerFileServer }] = await Promise.all([
      import('./answerFiles.ts'),
      import('./answerFileServer.ts'),
    ]);
    const sendTo = answerFileServer(patientId, assignedQuestionnaireId);
    const how = { store: null, isUnattended: false, isDeviceToCome: false } as const;
    return openAnswerFiles({ ...how, server: sendTo, clock: browserClock, onChange });
  });
  const draft = mergeDrafts(null, await server.load(), patientId, Date.now());
  await files.readyFor(draft.questionnaire);
  const draftSession = createDraftSession<never>({
    draft,
    store: null,
    lease: null,
    stored: null,
    server,
    files,
    seenServer: true,
    clock: browserClock,
    ownership: 'owner',
    withSubmitLock: (work) => work(),
    onSent: (completed) => tellAnswersSent({ patientId, completed, invalidates: submitQuestionnaire.invalidates }),
    onChange: () => undefined,
    unattended: false,
  });
  const networkBack = () => draftSession.nudge();
  window.addEventListener('online', networkBack);
  const handle = draftHandle(draftSession, {
    takeOver: () => Promise.resolve(draftSession.current().answers),
    async release() {
      await draftSession.flush();
      window.removeEventListener('online', networkBack);
      draftSession.close();
      if (open.get(key)?.draftSession === draftSession) open.delete(key);
    },
    discard: () => draftSession.discard(),
  });
  open.set(key, { draftSession, handle });
  return handle;
}

/** Drafts of the kiosk: kept in memory and on the server, never on the tablet (rulings, section 6). */
export const kioskDrafts = (): Drafts => ({ open: openDraft });
