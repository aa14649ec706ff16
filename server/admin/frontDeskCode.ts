import { shownSpokenCode } from '@portal/api';
import { frontDeskCodeMinutes, makeFrontDeskCode } from '../credentials/frontDeskCodes.ts';
import { portalOrigin } from '../mail/links.ts';
import { enqueueMail } from '../mail/queue.ts';
import { command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { findUser, identityChecked, nameOf, note, whom } from './users.ts';

/** For who can reach neither their account nor its mailbox. */
export const frontDeskCode = command({
  name: 'user code',
  does: 'Makes a code for who has lost password and mailbox: with it they choose a new password, and a new email address, at the portal.',
  more: `Be sure whom you speak to: who has the code has the account, but for a second step. The code works once, for an hour; the old
address is told at once. An earlier code stops working.`,
  parameters: { ...whom, checked: identityChecked },
  async inTransaction(tx, { checked, ...values }, io) {
    const user = await findUser(tx, values);
    const { userId, facilityId, email, firstName, language, username } = user;
    if (username === null) throw new CommandFailed(`${nameOf(user)} has no sign-in. See: invitation create`);
    if (user.isManager) throw new CommandFailed(`${nameOf(user)} manages the kiosk and does not use the portal.`);
    const { serverKey, portalUrl } = io.config();
    const code = await makeFrontDeskCode(tx, serverKey, userId);
    if (email !== null)
      await enqueueMail(tx, { kind: 'frontDeskCodeMade', facilityId, to: email, language, values: { firstName } });
    await note(tx, 'frontDeskCode.made', user, { checked });
    const origin = await portalOrigin(tx, facilityId, null, portalUrl);
    return [
      `Code ${shownSpokenCode(code)} for ${nameOf(user)}.`,
      `It works once, for ${String(frontDeskCodeMinutes)} minutes, at ${origin}/reset-password with their username.`,
    ];
  },
});
