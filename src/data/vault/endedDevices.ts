import { DeviceId, endDevice } from '@portal/api';
import * as v from 'valibot';
import { failureOf } from '../errors.ts';
import { send } from '../http.ts';

const EndedDevice = v.object({ deviceId: DeviceId, proof: v.string() });
type EndedDevice = v.InferOutput<typeof EndedDevice>;
const key = 'vestibule.ended';
/** As many as vaults in a browser. */
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
    // What cannot be noted is told by nobody: the person finds the device in their list, and can take it out there.
  }
}

const others = (deviceId: DeviceId) => read().filter((one) => one.deviceId !== deviceId);

/** Notes that this device was logged out and shredded, of which the server is still to hear: random names alone, and nothing that opens anything. */
export const noteEnded = (device: EndedDevice): void => write([...others(device.deviceId), device]);

/** The server has heard it. */
export const forgetEnded = (deviceId: DeviceId): void => write(others(deviceId));

/** Tells the server of devices that were logged out while it could not be reached, also after their tab was closed. Never rejects. */
export async function tellEnded(): Promise<void> {
  for (const device of read()) {
    try {
      await send(endDevice, { body: device });
      forgetEnded(device.deviceId);
    } catch (error) {
      const failure = failureOf(error);
      // A facility's own back end may know nothing of this.
      if (failure?.kind === 'refused' && [400, 404, 405, 501].includes(failure.status)) forgetEnded(device.deviceId);
    }
  }
}
