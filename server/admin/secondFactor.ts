import { findAccount } from '../credentials/passwords.ts';
import { endSecondStep } from '../secondFactor/secondFactor.ts';
import { tellOwner } from '../secondFactor/tellOwner.ts';
import { command } from './command.ts';
import { findUser, identityChecked, nameOf, note, whom } from './users.ts';

/** For who has lost both the authenticator app and the recovery codes. */
export const secondFactorReset = command({
  name: 'second-factor reset',
  does: "Switches somebody's second step at log-in off, when they have lost their phone and their recovery codes.",
  more: `Be sure whom you speak to: from then on their password alone lets them in. They are told by mail. Where the facility
requires a second step, they set up a new one at their next log-in.`,
  parameters: { ...whom, checked: identityChecked },
  async inTransaction(tx, { checked, ...values }, io) {
    const user = await findUser(tx, values);
    if (!(await endSecondStep(tx, user.userId))) return `${nameOf(user)} has no second step.`;
    const account = await tx.maybe(findAccount, { userId: user.userId });
    if (account !== null) await tellOwner(tx, io.config(), null, account, { kind: 'secondStepOff' });
    await note(tx, 'secondFactor.reset', user, { checked });
    return `The second step of ${nameOf(user)} is off.`;
  },
});
