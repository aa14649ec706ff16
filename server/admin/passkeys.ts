import { findAccount } from '../credentials/passwords.ts';
import { removePasskeysOf } from '../passkeys/removeAll.ts';
import { tellOwner } from '../passkeys/tellOwner.ts';
import { command } from './command.ts';
import { findUser, identityChecked, nameOf, note, whom } from './users.ts';

/** For a phone or a security key that was lost or stolen, when its owner cannot remove it. */
export const passkeyRemove = command({
  name: 'passkey remove',
  does: 'Removes all passkeys of somebody, at the portal and at the kiosk, and ends the sessions that they began.',
  more: `For a lost phone or security key, when its owner cannot remove it. They are told by mail, and log in with their password; who has
switched theirs off needs a code of the front desk (user code).`,
  parameters: { ...whom, checked: identityChecked },
  async inTransaction(tx, { checked, ...values }, io) {
    const user = await findUser(tx, values);
    const passkeys = await removePasskeysOf(tx, user.userId);
    if (passkeys === 0) return `${nameOf(user)} has no passkey.`;
    const account = await tx.maybe(findAccount, { userId: user.userId });
    if (account !== null) await tellOwner(tx, io.config(), null, account, { kind: 'passkeyRemoved' });
    await note(tx, 'passkey.removed', user, { passkeys, checked });
    return `The passkeys of ${nameOf(user)} are removed.`;
  },
});
