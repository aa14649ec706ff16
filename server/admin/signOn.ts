import { statement } from '../db/pool.ts';
import { forgetFailures, nameHash } from '../credentials/loginFailures.ts';
import { portalOrigin } from '../mail/links.ts';
import { issueTicket, renewSecret, signOnPath, ticketSeconds } from '../session/singleSignOn.ts';
import { actor, auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { choice, flag, option, required } from './parameters.ts';
import { oneFacility, oneUser } from './people.ts';
import { day } from './text.ts';

const secretCommand = command({
  name: 'sso secret',
  does: "Makes the secret with which the facility's identity system signs its requests for tickets.",
  more: 'It is shown once; the server keeps it encrypted. Tickets: POST /api/sso/tickets',
  page: 'integrate-sign-in.md',
  parameters: {
    facility: required('NAME|ID', ''),
    new: flag('replace the one that there is, which is worth nothing from then on'),
  },
  async inTransaction(tx, { facility: where, new: replaces }, io) {
    const { id, name, secretSince } = await oneFacility(tx, where);
    if (secretSince !== null && !replaces)
      throw new CommandFailed(
        `${name} has a secret since ${day(secretSince)}; it is not shown again. Add --new to replace it.`,
      );
    const secret = await renewSecret(tx, io.config().serverKey, actor, id);
    return [`The secret of ${name} (facility ${String(id)}):`, secret];
  },
});

const saveSubject = statement('admin.saveSubject', 'update users set sso_subject = $ssoSubject where id = $userId');
const isTakenSubject = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'users_by_sso_subject';
const kioskAlone = (username: string): CommandFailed =>
  new CommandFailed(`"${username}" is a kiosk manager, and signs in at the kiosk alone.`);

const needs = '--user, and --subject or --none.';
const subjectCommand = command({
  name: 'sso subject',
  does: "Says how the facility's identity system names a user, so that its tickets sign that user on.",
  page: 'integrate-sign-in.md',
  parameters: {
    user: { ...required('NAME', 'the name that they sign in with'), needs },
    way: choice(
      {
        subject: option('TEXT', 'as the identity system names them', (text, name) => {
          if (text === '' || text.length > 200) throw new NotUnderstood(`${name} needs 1 to 200 characters.`);
          return text;
        }),
        none: flag('the identity system signs this user on no longer'),
      },
      needs,
    ),
  },
  run({ user: named, way }, io) {
    const subject = way.by === 'subject' ? way.value : null;
    return io
      .transaction(async (tx) => {
        const user = await oneUser(tx, named);
        const { userId, username, facility } = user;
        if (user.isManager) throw kioskAlone(username);
        await tx.run(saveSubject, { userId, ssoSubject: subject });
        await auditOperator(tx, 'sso.subject.changed', user, { userId, none: subject === null });
        return subject === null
          ? `"${username}" is signed on by nobody.`
          : `"${username}" is "${subject}" to the identity system of ${facility}.`;
      })
      .catch((error: unknown) => {
        throw isTakenSubject(error)
          ? new CommandFailed(`Another user of the facility is "${subject ?? ''}" already.`)
          : error;
      });
  },
});

const ticketCommand = command({
  name: 'sso ticket',
  does: `Shows a single sign-on address of a user of the demo facility, good once, for ${String(ticketSeconds)} seconds.`,
  more: 'The users of a real facility are signed on by its identity system alone.',
  parameters: { user: required('NAME', 'the name that they sign in with') },
  async inTransaction(tx, { user: named }, io) {
    const user = await oneUser(tx, named);
    if (!user.isDemo)
      throw new CommandFailed(`${user.facility} is not the demo facility: its identity system asks for tickets.`);
    if (user.isManager) throw kioskAlone(user.username);
    const origin = await portalOrigin(tx, user.facilityId, null, io.config().portalUrl);
    return `${origin}${signOnPath(await issueTicket(tx, actor, user))}`;
  },
});

const unlockCommand = command({
  name: 'unlock',
  does: 'Lets somebody sign in again at once after too many wrong passwords.',
  parameters: { user: required('NAME', 'the name that they sign in with') },
  async inTransaction(tx, { user: named }) {
    const user = await oneUser(tx, named);
    const { userId, username } = user;
    const { locked } = await forgetFailures(tx, nameHash(username), userId);
    if (!locked) return `"${username}" is not locked.`;
    await auditOperator(tx, 'login.unlocked', user, { userId });
    return `"${username}" may sign in again.`;
  },
});

export const signOnCommands = [secretCommand, subjectCommand, ticketCommand, unlockCommand];
