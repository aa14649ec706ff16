import {
  type AssignedQuestionnaire,
  type AssignedQuestionnaireId,
  getQuestionnaire,
  type PatientId,
} from '@portal/api';
import * as v from 'valibot';
import { CallError, failureOf } from '../errors.ts';
import { currentVault } from '../vault/keeper.ts';
import { WrittenByNewerVersion } from '../vault/rows.ts';
import { fetchedQuestionnaires, keptQuestionnaire } from './events.ts';
import { pause } from '../pause.ts';
import { type DraftRecord, draftPlace, fitTo, isOutdated, mergeDrafts, type StoredDraft } from './record.ts';
import { draftServer, hasPrefetchedQuestionnaire } from './server.ts';
import { readDraft } from './vaultStore.ts';

/** Milliseconds that opening waits for the server when the device already has the draft. */
const serverPatience = 4_000;

/** The questionnaire from the server; null without a connection. Rejects when the server says that the person has no such questionnaire. */
async function loadQuestionnaire(
  patientId: PatientId,
  id: AssignedQuestionnaireId,
  impatient: boolean,
): Promise<AssignedQuestionnaire | null> {
  const asked = draftServer(patientId, id)
    .load()
    .catch((error: unknown) => {
      if (failureOf(error)?.kind === 'offline') return null;
      throw error;
    });
  return impatient ? Promise.race([asked, pause(serverPatience)]) : asked;
}

/** What was fetched before, by its page or ahead of time; null: nothing. */
function fetchedEarlier(patientId: PatientId, id: AssignedQuestionnaireId): AssignedQuestionnaire | null {
  for (const answer of fetchedQuestionnaires(patientId, id)) {
    const parsed = v.safeParse(getQuestionnaire.answer, answer);
    if (parsed.success) return parsed.output;
  }
  return null;
}

const draftOf = (stored: StoredDraft | null): DraftRecord | null => (stored?.kind === 'draft' ? stored : null);

export interface Start {
  readonly draft: DraftRecord;
  readonly seenServer: boolean;
}

/** What an opened draft begins with: the device's draft, merged with the server's when that answers in time. */
export async function startingDraft(
  patientId: PatientId,
  id: AssignedQuestionnaireId,
  stored: StoredDraft | null,
): Promise<Start> {
  const local = draftOf(stored);
  const askedEarlier = hasPrefetchedQuestionnaire(patientId, id);
  let questionnaire = await loadQuestionnaire(patientId, id, local !== null);
  // The answer was requested before this tab could write. An outbox may have saved the draft or sent its discard since then.
  if (askedEarlier && questionnaire && isOutdated(questionnaire, stored))
    questionnaire = (await loadQuestionnaire(patientId, id, true)) ?? (local ? null : questionnaire);
  if (questionnaire) return { draft: mergeDrafts(stored, questionnaire, patientId, Date.now()), seenServer: true };
  // A page that was killed may have stored a newer form beside answers to an older one.
  if (local) return { draft: fitTo(local, local.questionnaire, Date.now()), seenServer: false };
  const fetched = fetchedEarlier(patientId, id) ?? (await keptQuestionnaire(patientId, id));
  if (!fetched) throw new CallError('getQuestionnaire', { kind: 'offline' });
  return { draft: mergeDrafts(stored, fetched, patientId, Date.now()), seenServer: false };
}

/** The device's copy of a draft that another tab may write; null when it cannot be read. */
export async function readStored(patientId: PatientId, id: AssignedQuestionnaireId): Promise<StoredDraft | null> {
  try {
    const vault = currentVault();
    return vault && (await readDraft(vault, patientId, id, await vault.read(draftPlace(patientId, id))));
  } catch (error) {
    if (error instanceof WrittenByNewerVersion) throw error;
    return null;
  }
}
