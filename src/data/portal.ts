import { connection, onConnectionReturn } from './connection.ts';
import { setDeviceKeeper } from './deviceKeeper.ts';
import { setKeptQuestionnaires } from './drafts/events.ts';
import { keepWatchOnConnection } from './http.ts';
import { readMarker, writeMarker } from './keptRecords/marker.ts';
import { setKeptAnswers } from './query/keptAnswers.ts';
import { onSessionStart } from './session.ts';
import { setValueSetStore } from './valueSets.ts';
import { tellEnded } from './vault/endedDevices.ts';

/** The databases here by their names, where somebody's records may be among them; null where they are not. What looks after records is loaded only then. */
async function databasesWithRecords(): Promise<readonly string[] | null> {
  // A browser that does not tell may keep some.
  const databases = await indexedDB.databases?.();
  if (databases === undefined) return [];
  const names = databases.map(({ name = '' }) => name);
  return names.some((name) => name.endsWith('.records')) ? names : null;
}

/** Deletes records that nobody signed in to for 30 days, and those of which the browser has taken away the keys, without opening them. */
async function expireKept(): Promise<void> {
  const names = await databasesWithRecords();
  if (names === null) return;
  const { browserKeyring } = await import('./vault/keeper.ts');
  await browserKeyring().expireRecords();
  const areGone = await browserKeyring().dropOrphans(names);
  if (areGone && readMarker() === null) writeMarker({ unsent: 0 });
}

/** Wipes what was revoked while nobody was signed in. */
async function wipeRevokedHere(): Promise<void> {
  if (connection() === 'offline' || (await databasesWithRecords()) === null) return;
  const { wipeRevoked } = await import('./vault/revoked.ts');
  await wipeRevoked();
}

/**
 * Switches on what only the portal does with data: the vault and the kept records after a sign-in, the outbox while someone is signed in, what is
 * kept between visits, the watch on the connection. Called once, when the session runtime starts; vault and outbox are loaded after the sign-in.
 */
export function startPortalData(): void {
  setDeviceKeeper(async () => (await import('./vault/keeper.ts')).deviceKeeper);
  // What keeps records brings the vault: pages of a device that keeps nothing do without it.
  const records = async () => ((await databasesWithRecords()) === null ? null : import('./keptRecords/keeping.ts'));
  setKeptAnswers({
    find: (call, input, asker) =>
      records().then(
        (kept) => kept?.keptAnswer(call, input, asker) ?? null,
        () => null,
      ),
    keep: (call, input, answer, asker) =>
      void records().then(
        (kept) => kept?.keepAnswer(call, input, answer, null, asker),
        () => undefined,
      ),
    drop: (call, input, asker) =>
      void records().then(
        (kept) => kept?.dropAnswer(call, input, asker),
        () => undefined,
      ),
  });
  setKeptQuestionnaires((patientId, assignedQuestionnaireId) =>
    import('./keptRecords/keptQuestionnaire.ts').then(
      ({ findKeptQuestionnaire }) => findKeptQuestionnaire(patientId, assignedQuestionnaireId),
      () => null,
    ),
  );
  const valueSets = () => import('./keptRecords/keptValueSets.ts');
  setValueSetStore({
    find: (patientId, valueSetKey) =>
      valueSets().then(
        ({ findKeptValueSet }) => findKeptValueSet(patientId, valueSetKey),
        () => null,
      ),
    keep: (valueSetKey, set) =>
      void valueSets().then(
        ({ keepValueSet }) => keepValueSet(valueSetKey, set),
        () => undefined,
      ),
  });
  onSessionStart(() => {
    import('./outbox/outbox.ts').then(({ startOutbox }) => startOutbox()).catch(() => undefined);
  });
  // Also where nobody signs in.
  expireKept().catch(() => undefined);
  const wipe = () => void wipeRevokedHere().catch(() => undefined);
  wipe();
  onConnectionReturn(wipe);
  void tellEnded();
  onConnectionReturn(() => void tellEnded());
  import('./query/persist.ts').then(({ keepAnswers }) => keepAnswers()).catch(() => undefined);
  keepWatchOnConnection();
}
