import type { UserId } from '@portal/api';
import { deviceName } from '../../browser/passkeys.ts';
import type { PasskeyProblem } from '../../data/passkeys.ts';
import { words } from '../../words/index.ts';

/** Adds a passkey under the name of this kind of device, which the person may change. Rejects with `CallError`. */
export async function addPasskeyHere(userId: UserId): Promise<'added' | PasskeyProblem> {
  const { addPasskey } = await import('../../data/portalPasskeys.ts');
  return addPasskey(userId, deviceName(navigator) ?? words().t('account.passkey'));
}
