import { type AssignedQuestionnaireId, type PatientId, putDraft, submitQuestionnaire } from '@portal/api';
import { CallError } from '../errors.ts';
import { tellAnswersSent } from './events.ts';
import { draftHandle } from './handle.ts';
import { createDraftFiles, type DraftFiles } from './pendingFiles.ts';
import { type DraftRecord, fitTo, mergeDrafts } from './record.ts';
import { browserClock } from '../unsent/clock.ts';
import { draftServer } from './server.ts';
import type { DraftSession } from './draftParts.ts';
import { createDraftSession } from './draftSession.ts';
import type { DraftHandle, Drafts } from './types.ts';

interface OpenDraft {
  readonly draftSession: DraftSession<never>;
  readonly handle: DraftHandle;
  /** Stops it, and removes its answers from memory. */
  readonly close: () => void;
}

const open = new Map<string, OpenDraft>();
const keyOf = (patientId: PatientId, id: AssignedQuestionnaireId): string => `${patientId}/${id}`;

/** Removes everything that was typed from memory. Drafts that the server has stay there (rulings, section 6). */
export function wipeDrafts(): void {
  for (const { close } of open.values()) close();
  open.clear();
}

function filesOf(patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): DraftFiles {
  return createDraftFiles(async (onChange) => {
    const [{ openAnswerFiles }, { answerFileServer }] = await Promise.all([
      import('./answerFiles.ts'),
      import('./answerFileServer.ts'),
    ]);
    const server = answerFileServer(patientId, assignedQuestionnaireId);
    const how = { store: null, isUnattended: false, isDeviceToCome: false } as const;
    return openAnswerFiles({ ...how, server, clock: browserClock, onChange });
  });
}

/** True while only this page has answers or files that a later try may save, and while they are being sent. */
function isUnsaved(draftSession: DraftSession<never>): boolean {
  const draft = draftSession.current();
  if (draftSession.isClosed() || draft.submission === 'refused') return false;
  if (draft.submission === 'waiting') return true;
  return (
    !draftSession.rests() &&
    draftSession.state().server === 'waiting' &&
    // Nobody waits for the facility's virus scanner, unless something else is not saved either.
    (draftSession.files()?.summary(draft).isUnchecked !== true || draft.savedAt !== draft.serverSavedAt)
  );
}

function begin(draft: DraftRecord, files: DraftFiles): DraftHandle {
  const { patientId, assignedQuestionnaireId } = draft;
  const key = keyOf(patientId, assignedQuestionnaireId);
  const draftSession = createDraftSession<never>({
    draft,
    store: null,
    lease: null,
    stored: null,
    server: draftServer(patientId, assignedQuestionnaireId),
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
  const close = () => {
    window.removeEventListener('online', networkBack);
    draftSession.close();
  };
  async function flush(): Promise<void> {
    await draftSession.flush();
    if (!isUnsaved(draftSession)) return;
    // A sending in progress has ended then, and a file that is on its way, or a save that another one overtook, is there.
    await draftSession.pump();
    await draftSession.flush();
  }
  const handle = draftHandle(draftSession, {
    takeOver: () => Promise.resolve({ answers: draftSession.current().answers, wasWaiting: false }),
    flush,
    async release() {
      await flush();
      if (isUnsaved(draftSession))
        throw new CallError(putDraft.name, {
          kind: 'offline',
          ...(draftSession.state().connection === 'online' ? { isFacilityDown: true } : {}),
        });
      close();
      if (open.get(key)?.draftSession === draftSession) open.delete(key);
    },
    discard: () => draftSession.discard(),
  });
  open.set(key, { draftSession, handle, close });
  return handle;
}

async function openDraft(patientId: PatientId, id: AssignedQuestionnaireId): Promise<DraftHandle> {
  const standing = open.get(keyOf(patientId, id));
  if (standing && !standing.draftSession.isClosed()) return standing.handle;
  const files = filesOf(patientId, id);
  const draft = mergeDrafts(null, await draftServer(patientId, id).load(), patientId, Date.now());
  await files.readyFor(draft.questionnaire);
  return begin(draft, files);
}

/**
 * Begins an open draft anew with its questions in the current language and the answers of this page. Until the server has given the
 * questions, the former one goes on; also when it rejects with `CallError`, or with null: it is being sent, has files that are not there yet,
 * or is no longer wanted.
 */
export async function translateDraft(
  patientId: PatientId,
  id: AssignedQuestionnaireId,
  isWanted: () => boolean,
): Promise<DraftHandle | null> {
  const questionnaire = await draftServer(patientId, id).load();
  const files = filesOf(patientId, id);
  await files.readyFor(questionnaire);
  const standing = open.get(keyOf(patientId, id));
  if (!standing) return null;
  const { draftSession, close } = standing;
  const draft = draftSession.current();
  const isFree = !draftSession.isClosed() && draftSession.state().submission === 'none';
  if (!isFree || draftSession.files()?.summary(draft).isUnsent === true || !isWanted()) return null;
  const handle = begin(fitTo(draft, { ...questionnaire, draft: null }, Date.now()), files);
  close();
  open.get(keyOf(patientId, id))?.draftSession.nudge();
  return handle;
}

/**
 * Drafts of the kiosk: kept in memory and on the server, never on the tablet (rulings, section 6). `release` rejects with `CallError`, and the
 * draft stays open, while a later try may save what the server does not have.
 */
export const kioskDrafts = (): Drafts => ({ open: openDraft });
