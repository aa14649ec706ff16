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
/** What the facility says about answers that went out while nobody looked at them. */
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

/** What has not been read yet; stands above every page until somebody says that they have read it. */
export const useAlertNews = (): readonly AlertNews[] => useSmallStore(news);

/** Shows what is to be read about answers that were just sent, and keeps it in the vault, so that it is there after a reload too. */
export async function keepAlertNews(vault: Vault | null, { patientId, completed }: AnswersSent): Promise<void> {
  const { assignedQuestionnaireId, alertMessages: messages = [] } = completed;
  if (messages.length === 0) return;
  const one = { patientId, assignedQuestionnaireId, messages };
  news.set(withOne(news.get(), one));
  if (vault === null) return;
  // A device that refuses to keep it shows it all the same, until the page goes; the history has it for ever.
  const { lease } = await vault.acquireLease(placeOf(one));
  await vault.write(placeOf(one), lease, one);
}

/** Finds what was not read before the last page went. */
export async function findAlertNews(vault: Vault): Promise<void> {
  for (const { value } of await vault.list(places)) {
    const one = v.safeParse(AlertNews, value);
    if (one.success) news.set(withOne(news.get(), one.output));
  }
}

/** The person has read it. */
export async function endAlertNews(vault: Vault | null, one: AlertNews): Promise<void> {
  news.set(news.get().filter((other) => placeOf(other) !== placeOf(one)));
  if (vault === null) return;
  const { lease } = await vault.acquireLease(placeOf(one));
  await vault.remove(placeOf(one), lease);
}
