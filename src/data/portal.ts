import { connection, onConnectionReturn } from './connection.ts';
import { setDeviceKeeper } from './deviceKeeper.ts';
import { setKeptQuestionnaires } from './drafts/events.ts';
import { keepWatchOnConnection } from './http.ts';
import { setKeptAnswers } from './query/keptAnswers.ts';
import { onSessionStart } from './session.ts';

/** Whether somebody's records are kept here; the code that looks after them is loaded only then. */
async function areRecordsHere(): Promise<boolean> {
  const names = await indexedDB.databases?.();
  return names === undefined || names.some(({ name }) => name?.endsWith('.records') === true);
}

/** Deletes records that nobody signed in to for 30 days, without opening them. */
async function expireKept(): Promise<void> {
  if (!(await areRecordsHere())) return;
  const { browserKeyring } = await import('./vault/keeper.ts');
  await browserKeyring().expireRecords();
}

/** Wipes what was revoked while nobody was signed in. */
async function wipeRevokedHere(): Promise<void> {
  if (connection() === 'offline' || !(await areRecordsHere())) return;
  const { wipeRevoked } = await import('./vault/revoked.ts');
  await wipeRevoked();
}

/**
 * Switches on what only the portal does with data: the vault and the kept records after a sign-in, the outbox while someone is signed in, what is
 * kept between visits, the watch on the connection. Called once, when the session runtime starts; vault and outbox are loaded after the sign-in.
 */
export function startPortalData(): void {
  setDeviceKeeper(async () => (await import('./vault/keeper.ts')).deviceKeeper);
  const records = () => import('./keptRecords/keeping.ts');
  setKeptAnswers({
    find: (call, input, asker) =>
      records().then(
        ({ keptAnswer }) => keptAnswer(call, input, asker),
        () => null,
      ),
    keep: (call, input, answer, asker) =>
      void records().then(
        ({ keepAnswer }) => keepAnswer(call, input, answer, null, asker),
        () => undefined,
      ),
    drop: (call, input, asker) =>
      void records().then(
        ({ dropAnswer }) => dropAnswer(call, input, asker),
        () => undefined,
      ),
  });
  setKeptQuestionnaires((patientId, assignedQuestionnaireId) =>
    import('./keptRecords/keptQuestionnaire.ts').then(
      ({ findKeptQuestionnaire }) => findKeptQuestionnaire(patientId, assignedQuestionnaireId),
      () => null,
    ),
  );
  onSessionStart(() => {
    import('./drafts/portal.ts').then(({ startOutbox }) => startOutbox()).catch(() => undefined);
  });
  // Also where nobody signs in.
  expireKept().catch(() => undefined);
  const wipe = () => void wipeRevokedHere().catch(() => undefined);
  wipe();
  onConnectionReturn(wipe);
  import('./query/persist.ts').then(({ keepAnswers }) => keepAnswers()).catch(() => undefined);
  keepWatchOnConnection();
}
