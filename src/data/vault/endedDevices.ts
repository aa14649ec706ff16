import { DeviceId, endDevice } from '@portal/api';
import * as v from 'valibot';
import { failureOf } from '../errors.ts';
import { send } from '../http.ts';

const EndedDevice = v.object({ deviceId: DeviceId, proof: v.string() });
type EndedDevice = v.InferOutput<typeof EndedDevice>;
const key = 'vestibule.ended';
/** A browser has at most this many vaults. */
const most = 5;

function read(): readonly EndedDevice[] {
  try {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(EndedDevice)), localStorage.getItem(key));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}

function write(next: readonly EndedDevice[]): void {
  try {
    if (next.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next.slice(-most)));
  } catch {
    // If the note cannot be stored, the server is not told of the log-out. The person still finds the device in their list and can remove
    // it there.
  }
}

const others = (deviceId: DeviceId) => read().filter((one) => one.deviceId !== deviceId);

/** Notes that this device was logged out and shredded, which the server does not know yet; random names only, which open nothing. */
export const noteEnded = (device: EndedDevice): void => write([...others(device.deviceId), device]);

/** The server has confirmed the logout, so the note can be removed. */
export const forgetEnded = (deviceId: DeviceId): void => write(others(deviceId));

/** Tells the server of devices that were logged out while it could not be reached, also after their tab was closed. Never rejects. */
export async function tellEnded(): Promise<void> {
  for (const device of read()) {
    try {
      await send(endDevice, { body: device });
      forgetEnded(device.deviceId);
    } catch (error) {
      const failure = failureOf(error);
      // A facility's own back end may not have this call.
      if (failure?.kind === 'refused' && [400, 404, 405, 501].includes(failure.status)) forgetEnded(device.deviceId);
    }
  }
}
