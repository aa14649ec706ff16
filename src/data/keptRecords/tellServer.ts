import { putDeviceRecords } from '@portal/api';
import { onConnectionReturn } from '../connection.ts';
import { statusOf } from '../errors.ts';
import { send } from '../http.ts';
import { currentProfile } from '../profile.ts';
import { currentSession } from '../session.ts';
import { currentDevice } from '../currentDevice.ts';
import { keeping, type Keeping, subscribeToKeeping } from './state.ts';

/** What the server must be told of this device; null: it already knows. A device whose person was never asked keeps nothing. */
export function whatToTell(now: Keeping): boolean | null {
  switch (now.kind) {
    case 'on':
      return true;
    case 'off':
      return now.wasAsked ? false : null;
    case 'closed':
    case 'newer':
      return null;
  }
}

let told: string | null = null;
let telling: string | null = null;
/** False once a facility's own back end has shown that it lacks this call. */
let isHeard = true;

async function tell(): Promise<void> {
  const keeps = whatToTell(keeping());
  const device = currentDevice();
  const userId = currentProfile()?.userId;
  if (!isHeard || keeps === null || device === null || userId === undefined || currentSession()?.mode !== 'online')
    return;
  const { deviceId } = device;
  const word = `${userId} ${deviceId} ${keeps}`;
  if (told === word || telling !== null) return;
  telling = word;
  try {
    await send(putDeviceRecords, { params: { userId, deviceId }, body: { keeps } });
    told = word;
  } catch (error) {
    // Without a connection the server is told later. A device that was wiped meanwhile learns of that elsewhere.
    if ([404, 405, 501].includes(statusOf(error) ?? 0)) isHeard = false;
  } finally {
    telling = null;
  }
  // The person may have switched it while the request was on its way.
  if (told === word) await tell();
}

let isFollowing = false;

/** From now on tells the server whether this device has an offline copy, so that the person's other devices show it. Safe to call again. */
export function tellWhatIsKept(): void {
  if (!isFollowing) {
    isFollowing = true;
    subscribeToKeeping(() => void tell());
    onConnectionReturn(() => void tell());
  }
  void tell();
}
