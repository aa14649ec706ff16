import { keepWatchOnConnection } from './http.ts';
import { onSessionStart, setDeviceKeeper } from './session.ts';

/**
 * Switches on what only the portal does with data: the vault after a sign-in, the outbox while someone is signed in, the
 * watch on the connection. `main.tsx` calls it once, before the first page; the code for it is fetched after the sign-in.
 */
export function startPortalData(): void {
  setDeviceKeeper(async () => (await import('./vault/keeper.ts')).deviceKeeper);
  onSessionStart(() => {
    import('./drafts/portal.ts').then(({ startOutbox }) => startOutbox()).catch(() => undefined);
  });
  keepWatchOnConnection();
}
