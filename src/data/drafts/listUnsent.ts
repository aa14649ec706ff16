import { currentVault } from '../vault/keeper.ts';
import { openDrafts } from './open.ts';
import { answerFilesPlaces, draftPlaceOfFiles, hasUnsentFile } from './pendingFiles.ts';
import { splitRecord, draftPlace, draftPlaces, type ActiveDraftRow, draftRowOf } from './record.ts';
import type { UnsentDraft } from './types.ts';

/** `hasFile`: this device has a file of the draft that the server does not have. */
function asUnsent(record: ActiveDraftRow, hasFile: boolean): UnsentDraft {
  const mine = openDrafts.at(draftPlace(record.patientId, record.assignedQuestionnaireId));
  return {
    patientId: record.patientId,
    assignedQuestionnaireId: record.assignedQuestionnaireId,
    templateTitle: record.templateTitle,
    submission: mine?.draftSession.state().submission === 'sending' ? 'sending' : record.submission,
    onServer: record.savedAt === record.serverSavedAt && !hasFile,
  };
}

/** Drafts of the person signed in that are not sent: those in the vault, and those in this page only. Rejects where the vault cannot be read. */
export async function listUnsent(): Promise<readonly UnsentDraft[]> {
  const records = new Map<string, ActiveDraftRow>();
  const withFiles = new Set<string>();
  for (const { place, value } of (await currentVault()?.list('')) ?? []) {
    if (place.startsWith(answerFilesPlaces) && hasUnsentFile(value))
      withFiles.add(draftPlaceOfFiles(place, draftPlaces));
    const record = place.startsWith(draftPlaces) ? draftRowOf(value) : null;
    if (record?.kind === 'draft') records.set(place, record);
  }
  for (const [place, { draftSession }] of openDrafts.here()) {
    if (draftSession.isClosed()) records.delete(place);
    else if (draftSession.state().ownership === 'owner') {
      records.set(place, splitRecord(draftSession.current()).draft);
      if (draftSession.files()?.summary(draftSession.current()).isUnsent) withFiles.add(place);
    }
  }
  return [...records]
    .filter(([, record]) => record.answers.length > 0 || record.submission !== 'none')
    .map(([place, record]) => asUnsent(record, withFiles.has(place)));
}
