import type { DeviceId } from '@portal/api';
import { smallStore, useSmallStore } from '../browser/smallStore.ts';

/** The open vault and the device id of this browser for it. */
interface DeviceOfVault {
  readonly vaultId: string;
  readonly deviceId: DeviceId;
}

/** In a file of its own, because `vault/keeper.ts` loads the vault: pages of the account show at once without it. */
const device = smallStore<DeviceOfVault | null>(null);
export const noteCurrentDevice = device.set;
/** Null while no vault is open. */
export const currentDevice = device.get;
export const useCurrentDevice = (): DeviceOfVault | null => useSmallStore(device);
