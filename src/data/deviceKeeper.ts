import type { Identity } from './identity.ts';

/** What the portal does with the device's vault around a session; the kiosk has none. */
export interface DeviceKeeper {
  /** After a sign-in: opens or creates the vault. `password` is null for a sign-in without one, so that nothing can wrap the key. */
  signedIn(
    identity: Identity,
    credentials: { readonly username: string; readonly password: string } | null,
  ): Promise<void>;
  /** Before a session ends: makes durable what is being typed, while the keys are still there. */
  settle(): Promise<void>;
  /** Removes keys and decrypted data from memory; the ciphertext stays on the device. */
  lock(): Promise<void>;
  /** Destroys the key wraps first, then the data. `vaultId` names the vault that the session remembers, for when it is not open. */
  shred(vaultId: string | null): Promise<void>;
  /** Deletes only the offline copy; unsent answers stay. `vaultId` as for `shred`. */
  endRecords(vaultId: string | null): Promise<void>;
  /** Stops notices to this browser for whoever is signed in. `vaultId` as for `shred`. */
  endNotices(vaultId: string | null): Promise<void>;
  /**
   * The request that tells the server of a log-out: it destroys this device's key or, when the device keeps its data, ends its notices.
   * Null when there is nothing to tell.
   */
  revoke(keepsCopy: boolean): ((accessToken: string) => Promise<void>) | null;
}

let keeperSource: (() => Promise<DeviceKeeper>) | null = null;
let loadedKeeper: DeviceKeeper | null = null;

/** Sets what manages the device's vault; `startPortalData` calls this. */
export const setDeviceKeeper = (source: () => Promise<DeviceKeeper>): void => {
  keeperSource = source;
};

/** Registers the keeper once its code is loaded. */
export const registerDeviceKeeper = (keeper: DeviceKeeper): void => {
  loadedKeeper = keeper;
};

/** The keeper, or null while its code is not loaded. */
export const loadedDeviceKeeper = (): DeviceKeeper | null => loadedKeeper;

/** Loads the keeper, for a session that ends before anything has needed it; null when this app has none. */
export const deviceKeeperSource = (): (() => Promise<DeviceKeeper>) | null => keeperSource;

/** Opens the vault after a sign-in, which succeeds in any case: the portal works without a vault, and says what is not saved. */
export function openDevice(identity: Identity, credentials: { username: string; password: string } | null): void {
  // Starts at once when the code is loaded, so that whatever asks for the vault next waits for this opening.
  const opening = loadedKeeper
    ? loadedKeeper.signedIn(identity, credentials)
    : keeperSource?.().then((keeper) => keeper.signedIn(identity, credentials));
  opening?.catch(() => undefined);
}
