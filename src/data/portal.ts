import { connection, onConnectionReturn } from './connection.ts';
import { setDeviceKeeper } from './deviceKeeper.ts';
import { setKeptQuestionnaires } from './drafts/events.ts';
import { keepWatchOnConnection } from './http.ts';
import { readMarker, writeMarker } from './keptRecords/marker.ts';
import { setKeptAnswers } from './query/keptAnswers.ts';
import { onSessionStart } from './session.ts';
import { setValueSetStore } from './valueSets.ts';
import { tellEnded } from './vault/endedDevices.ts';

/** The names of this browser's databases if an offline copy may be among them, else null; its code is loaded only then. */
async function databasesWithRecords(): Promise<readonly string[] | null> {
  // A browser that cannot list its databases may have an offline copy.
  const databases = await indexedDB.databases?.();
  if (databases === undefined) return [];
  const names = databases.map(({ name = '' }) => name);
  return names.some((name) => name.endsWith('.records')) ? names : null;
}

/** Deletes offline copies after 30 days without a sign-in, and those whose keys the browser has deleted, without opening them. */
async function expireKept(): Promise<void> {
  const names = await databasesWithRecords();
  if (names === null) return;
  const { browserKeyring } = await import('./vault/browserKeyring.ts');
  await browserKeyring().expireRecords();
  const areGone = await browserKeyring().dropOrphans(names);
  if (areGone && readMarker() === null) writeMarker({ unsent: 0 });
}

/** Wipes the vaults of devices that were revoked while nobody was signed in. */
async function wipeRevokedHere(): Promise<void> {
  if (connection() === 'offline' || (await databasesWithRecords()) === null) return;
  const { wipeRevoked } = await import('./vault/revoked.ts');
  await wipeRevoked();
}

/**
 * Starts what only the portal does with data: the vault and the offline copy after a sign-in, the outbox while someone is signed in, the
 * answers that stay between visits, the watch on the connection. Called once, when the session runtime starts; vault and outbox are loaded
 * after the sign-in.
 */
export function startPortalData(): void {
  setDeviceKeeper(async () => (await import('./vault/keeper.ts')).deviceKeeper);
  // The code for the offline copy includes the vault's. A device without a copy does not load it.
  const records = async () => ((await databasesWithRecords()) === null ? null : import('./keptRecords/keeping.ts'));
  setKeptAnswers({
    find: (call, input, asker) =>
      records().then(
        (kept) => kept?.readOfflineAnswer(call, input, asker) ?? null,
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
  // This also runs when nobody signs in.
  expireKept().catch(() => undefined);
  const wipe = () => void wipeRevokedHere().catch(() => undefined);
  wipe();
  onConnectionReturn(wipe);
  void tellEnded();
  onConnectionReturn(() => void tellEnded());
  import('./query/persist.ts').then(({ keepAnswers }) => keepAnswers()).catch(() => undefined);
  keepWatchOnConnection();
}
