import {
  type ReminderKind,
  type UserId,
  deleteDevicePush,
  getDevicePush,
  getPushKey,
  putDevicePush,
} from '@portal/api';
import { send } from '../../data/http.ts';
import {
  type PushState,
  askForPush,
  endpointHere,
  pushState,
  subscribeHere,
  unsubscribeHere,
} from '../../data/push.ts';
import { currentDevice } from '../../data/currentDevice.ts';

/** The state of notices on this device, if it can have any. */
export interface ThisDevice {
  readonly state: Exclude<PushState, 'none'>;
  readonly kinds: readonly ReminderKind[];
}

const vaultBound = 5_000;

/** The page shows before the vault's code is here. */
const vaultOpened = async () => (await import('../../data/vault/keeper.ts')).vaultWhenReady(vaultBound);

/** Null where this browser cannot show notices, keeps nothing for the account, or the facility sends none to devices. */
export async function readThisDevice(userId: UserId): Promise<ThisDevice | null> {
  const state = await pushState();
  if (state === 'none') return null;
  const [{ key }] = await Promise.all([send(getPushKey), vaultOpened()]);
  const device = currentDevice();
  if (key === null || device === null) return null;
  if (state !== 'allowed') return { state, kinds: [] };
  const [standing, endpoint] = await Promise.all([
    send(getDevicePush, { params: { userId, deviceId: device.deviceId } }),
    endpointHere(),
  ]);
  // Notices for another endpoint do not arrive here.
  return { state, kinds: endpoint !== null && standing.endpoint === endpoint ? standing.kinds : [] };
}

/** Lets the browser ask the person, if it has not yet. */
export const allowHere = async (state: ThisDevice['state']): Promise<ThisDevice['state']> => {
  if (state !== 'ask') return state;
  const now = await askForPush();
  return now === 'none' ? 'blocked' : now;
};

/** Subscribes this device to these kinds; with none, ends the browser's subscription. Rejects if that fails. */
export async function saveThisDevice(userId: UserId, kinds: readonly ReminderKind[]): Promise<void> {
  const device = currentDevice();
  if (device === null) throw new TypeError('This device keeps nothing for the account.');
  const { deviceId, vaultId } = device;
  if (kinds.length === 0) {
    await send(deleteDevicePush, { params: { userId, deviceId } });
    await unsubscribeHere();
    return;
  }
  const { key } = await send(getPushKey);
  if (key === null) throw new TypeError('The facility sends nothing to devices.');
  const target = await subscribeHere(key, vaultId);
  await send(putDevicePush, { params: { userId, deviceId }, body: { ...target, kinds: [...kinds] } });
}
