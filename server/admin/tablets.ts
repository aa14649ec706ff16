import { FacilityId, Instant, shownSpokenCode } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { makeTabletCode, requireOwnTablets, revokeTablet, tabletCodeMinutes } from '../tablets/ownTablets.ts';
import { actor, command } from './command.ts';
import { CommandFailed, NotUnderstood, onlyOne } from './failure.ts';
import { argument, choice, flag, option } from './parameters.ts';
import { facilityIdOf, oneFacility } from './people.ts';
import { column, counted, minute } from './text.ts';

const longestName = 60;

const usualFacility = statement(
  'admin.usualFacility',
  'select id, short_name as name from facilities where is_default',
  v.object({ id: FacilityId, name: v.string() }),
);
const hasTablet = statement(
  'admin.hasTablet',
  'select 1 as one from tablets where facility_id = $facilityId and revoked_at is null limit 1',
);
const isRequiredAt = statement(
  'admin.tabletsRequired',
  'select id, short_name as name, kiosk_own_tablets_only as "isRequired" from facilities where $facilityId::bigint is null or id = $facilityId order by short_name, id',
  v.object({ id: FacilityId, name: v.string(), isRequired: v.boolean() }),
);
/** Sessions are deleted after 30 days; earlier sign-ins are only in the audit. */
const listed = statement(
  'admin.tablets',
  `select t.id, t.name, f.short_name as facility, t.set_up_at as "setUpAt", t.last_seen_at as "lastSeenAt", t.app_build as "appBuild", t.revoked_at as "revokedAt",
     staff.name as "staffName", staff.created_at as "signedInAt"
   from tablets t join facilities f on f.id = t.facility_id
     left join lateral (select u.first_name || ' ' || u.last_name as name, s.created_at from sessions s join users u on u.id = s.user_id
       where s.tablet_id = t.id and s.role = 'kioskManager' order by s.created_at desc limit 1) staff on true
   where ($facilityId::bigint is null or t.facility_id = $facilityId) and (t.revoked_at is null or $withRevoked::boolean)
   order by f.short_name, t.revoked_at is not null, lower(t.name), t.id`,
  v.object({
    id: v.number(),
    name: v.string(),
    facility: v.string(),
    setUpAt: Instant,
    lastSeenAt: Instant,
    appBuild: v.nullable(v.string()),
    revokedAt: v.nullable(Instant),
    staffName: v.nullable(v.string()),
    signedInAt: v.nullable(Instant),
  }),
);
const calledSo = statement(
  'admin.tabletCalled',
  `select t.id, t.name, f.short_name as facility from tablets t join facilities f on f.id = t.facility_id
   where t.revoked_at is null and (t.id::text = $named or lower(t.name) = lower($named)) and ($facilityId::bigint is null or f.id = $facilityId) order by t.id`,
  v.object({ id: v.number(), name: v.string(), facility: v.string() }),
);

const facilityOf = (db: Db, named: string | null): Promise<{ id: FacilityId; name: string }> =>
  named === null ? db.one(usualFacility) : oneFacility(db, named);

const codeCommand = command({
  name: 'tablet code',
  does: 'Makes a one-time code that sets up one tablet: open the kiosk on it, at the address of the facility, and type the code.',
  more: `It works once and for ${String(tabletCodeMinutes)} minutes, and is shown here alone. A second code for the same name replaces the first.`,
  parameters: {
    name: option('NAME', 'how the tablet is listed; left out, "Tablet 1", "Tablet 2", …', (text, name) => {
      if (text.trim() === '' || text.trim().length > longestName)
        throw new NotUnderstood(`${name} needs 1 to ${String(longestName)} characters.`);
      return text.trim();
    }),
    facility: option('NAME|ID', 'whose tablet it is; left out, the default facility'),
  },
  run({ name, facility: where }, io) {
    const { serverKey } = io.config();
    return io.transaction(async (tx) => {
      const facility = await facilityOf(tx, where);
      const made = await makeTabletCode(tx, serverKey, actor, { facilityId: facility.id, name });
      if (made === null)
        throw new CommandFailed(
          `${facility.name} has a tablet "${name ?? ''}": revoke it first, or choose another name.`,
        );
      return [
        `Code ${shownSpokenCode(made.code)} for "${made.name}" (${facility.name}).`,
        `Open the kiosk on the tablet and type it within ${String(tabletCodeMinutes)} minutes. It works once.`,
      ];
    });
  },
});

function tabletShown(tablet: v.InferOutput<typeof listed.row>): string {
  const { id, name, facility, setUpAt, lastSeenAt, appBuild, revokedAt, staffName, signedInAt } = tablet;
  const signedIn =
    staffName === null || signedInAt === null
      ? 'nobody signed in lately'
      : `${staffName} signed in ${minute(signedInAt)}`;
  return `${column(id)}  ${name}  (${facility})  since ${minute(setUpAt)}, last seen ${minute(lastSeenAt)}, build ${appBuild ?? 'unknown'}, ${signedIn}${revokedAt === null ? '' : `, revoked ${minute(revokedAt)}`}`;
}

const listCommand = command({
  name: 'tablet list',
  does: 'Lists the tablets that were set up: id, name, since when, when last seen with which build, who signed in last.',
  more: 'Staff who signed in within 30 days are known. Of each facility: whether its kiosk opens on these alone.',
  parameters: { facility: option('NAME|ID', 'of one facility'), revoked: flag('those that were revoked too') },
  async inTransaction(tx, { facility, revoked: withRevoked }) {
    const facilityId = await facilityIdOf(tx, facility);
    return [
      ...(await tx.many(listed, { facilityId, withRevoked })).map(tabletShown),
      ...(await tx.many(isRequiredAt, { facilityId })).map(
        ({ name, isRequired }) => `${name}: the kiosk opens on ${isRequired ? 'its own tablets only' : 'any tablet'}`,
      ),
    ];
  },
});

const revokeCommand = command({
  name: 'tablet revoke',
  does: "Ends everything that goes on on a tablet, at once: whoever is signed in, a patient's visit, the way back by PIN.",
  more: `Answers that were saved stay as the patient's draft. The tablet asks for a new code at its next contact.`,
  parameters: {
    tablet: argument('NAME|ID', 'one tablet, by its name or id.'),
    facility: option('NAME|ID', 'where two facilities have a tablet of that name'),
  },
  async inTransaction(tx, { tablet: named, facility }) {
    const one = onlyOne(
      await tx.many(calledSo, { named, facilityId: await facilityIdOf(tx, facility) }),
      `No tablet has the name or id "${named}". See: npm run admin -- tablet list`,
      (found) =>
        `"${named}" is a tablet of ${found.map((each) => each.facility).join(' and of ')}: add --facility, or give the id.`,
    );
    const revoked = await revokeTablet(tx, actor, one.id, 'asked');
    return `"${one.name}" (${one.facility}) is revoked; ${counted(revoked?.sessions ?? 0, 'session')} ended.`;
  },
});

const requireCommand = command({
  name: 'tablet require',
  does: 'Says whether the kiosk of a facility opens on its own tablets alone.',
  more: `Off, which it is from the beginning, any browser may open it and staff sign in there; tablets can be set up, listed and revoked all the same,
and a revoked one stays closed. On, sessions on other tablets end at once. Of somebody who works for several
facilities it holds for each: patients of one that wants its own tablets are on no other tablet's list.`,
  parameters: {
    state: choice({ on: flag(''), off: flag('') }),
    facility: option('NAME|ID', 'left out, the default facility'),
    withoutTablet: flag('with --on: also where none is set up yet, so that the kiosk is closed until one is'),
  },
  async inTransaction(tx, { state, facility, withoutTablet }) {
    const { id, name } = await facilityOf(tx, facility);
    const isOn = state.by === 'on';
    if (isOn && !withoutTablet && !(await tx.has(hasTablet, { facilityId: id })))
      throw new CommandFailed(
        `${name} has no tablet that is set up, so nobody could open its kiosk: make a code with "tablet code" and type it on the tablet first, or add --without-tablet.`,
      );
    const ended = await requireOwnTablets(tx, actor, id, isOn);
    return isOn
      ? `The kiosk of ${name} opens on its own tablets only; ${counted(ended, 'session')} on others ended.`
      : `The kiosk of ${name} opens on any tablet, except revoked ones.`;
  },
});

export const tabletCommands = [codeCommand, listCommand, revokeCommand, requireCommand];
