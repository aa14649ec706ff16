import type { Identity } from './profile.ts';

/** What the portal does with the device's vault around a session; the kiosk has none. */
export interface DeviceKeeper {
  /** After a sign-in: opens or makes the vault. `password` is null where there is none to wrap with. */
  signedIn(
    identity: Identity,
    credentials: { readonly username: string; readonly password: string } | null,
  ): Promise<void>;
  /** Before a session ends: what is being typed becomes durable while keys are still there. */
  settle(): Promise<void>;
  /** Keys and decrypted data leave memory; ciphertext stays. */
  lock(): Promise<void>;
  /** Key wraps first, then data. `vaultId` names the vault that the session remembers when it is not open. */
  shred(vaultId: string | null): Promise<void>;
  /** Deletes the kept records alone; unsent answers stay. `vaultId` as for `shred`. */
  endRecords(vaultId: string | null): Promise<void>;
  /** No notice comes to this browser for whoever is signed in. */
  endNotices(): Promise<void>;
  /**
   * How the server hears of a log-out: this device's key is destroyed or, where the device keeps its copy, its notices end. Null where
   * there is nothing to tell.
   */
  revoke(keepsCopy: boolean): ((accessToken: string) => Promise<void>) | null;
}

let keeperSource: (() => Promise<DeviceKeeper>) | null = null;
let loadedKeeper: DeviceKeeper | null = null;

/** Says who keeps things on the device; the portal's `startPortalData` does. */
export const setDeviceKeeper = (source: () => Promise<DeviceKeeper>): void => {
  keeperSource = source;
};

/** The keeper itself, once its code is there. */
export const registerDeviceKeeper = (keeper: DeviceKeeper): void => {
  loadedKeeper = keeper;
};

/** Null while its code is not there. */
export const loadedDeviceKeeper = (): DeviceKeeper | null => loadedKeeper;

/** How to get the keeper with its code, for a session that ends before it was needed; null where this app has none. */
export const deviceKeeperSource = (): (() => Promise<DeviceKeeper>) | null => keeperSource;

/** What the device keeps must never keep anyone from signing in: without it the portal works, and says what is not saved. */
export function openDevice(identity: Identity, credentials: { username: string; password: string } | null): void {
  // At once where the code is there: what asks for the vault next waits for this opening.
  const opening = loadedKeeper
    ? loadedKeeper.signedIn(identity, credentials)
    : keeperSource?.().then((keeper) => keeper.signedIn(identity, credentials));
  opening?.catch(() => undefined);
}
