import { AssignedQuestionnaireId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { smallStore, useSmallStore } from '../../browser/smallStore.ts';
import { onSessionEnd } from '../session.ts';
import type { AnswersSent } from './events.ts';
import type { Vault } from '../vault/vault.ts';

const AlertNews = v.object({
  patientId: PatientId,
  assignedQuestionnaireId: AssignedQuestionnaireId,
  messages: v.array(v.string()),
});
/** What the facility says about answers that were sent while nobody was looking at the page. */
export type AlertNews = v.InferOutput<typeof AlertNews>;

const news = smallStore<readonly AlertNews[]>([]);
onSessionEnd(() => news.set([]));

const places = 'alert/';
const placeOf = ({ patientId, assignedQuestionnaireId }: AlertNews): string =>
  `${places}${patientId}/${assignedQuestionnaireId}`;
const withOne = (all: readonly AlertNews[], one: AlertNews): readonly AlertNews[] => [
  ...all.filter((other) => placeOf(other) !== placeOf(one)),
  one,
];

/** The alerts that are not read yet. They are shown above every page until somebody confirms them. */
export const useAlertNews = (): readonly AlertNews[] => useSmallStore(news);

/** Shows the alerts about answers that were just sent, and keeps them in the vault, so that a reload shows them again. */
export async function keepAlertNews(vault: Vault | null, { patientId, completed }: AnswersSent): Promise<void> {
  const { assignedQuestionnaireId, alertMessages: messages = [] } = completed;
  if (messages.length === 0) return;
  const one = { patientId, assignedQuestionnaireId, messages };
  news.set(withOne(news.get(), one));
  if (vault === null) return;
  // If the device refuses to keep it, it is shown until the page goes. The questionnaire's history always has it.
  const { lease } = await vault.acquireLease(placeOf(one));
  await vault.write(placeOf(one), lease, one);
}

/** Loads the alerts that were not confirmed before the last page was closed. */
export async function findAlertNews(vault: Vault): Promise<void> {
  for (const { value } of await vault.list(places)) {
    const one = v.safeParse(AlertNews, value);
    if (one.success) news.set(withOne(news.get(), one.output));
  }
}

/** The person has read the alert, so it is removed. */
export async function endAlertNews(vault: Vault | null, one: AlertNews): Promise<void> {
  try {
    if (vault === null) return;
    const { lease } = await vault.acquireLease(placeOf(one));
    await vault.remove(placeOf(one), lease);
  } finally {
    // Last, because what is no longer shown must not come back with a reload.
    news.set(news.get().filter((other) => placeOf(other) !== placeOf(one)));
  }
}
