import { parseArgs } from 'node:util';
import { FacilityId, Instant, shownTabletCode } from '@portal/api';
import * as v from 'valibot';
import { makeTabletCode, requireOwnTablets, revokeTablet, tabletCodeMinutes } from '../tablets/ownTablets.ts';
import { type Db, statement } from '../db/pool.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { oneFacility } from './people.ts';

const longestName = 60;

const usualFacility = statement(
  'admin.usualFacility',
  'select id, short_name as name from facilities where is_default',
  v.object({ id: FacilityId, name: v.string() }),
);
const isRequiredAt = statement(
  'admin.tabletsRequired',
  'select id, short_name as name, kiosk_own_tablets_only as "isRequired" from facilities where $facilityId::bigint is null or id = $facilityId order by short_name, id',
  v.object({ id: FacilityId, name: v.string(), isRequired: v.boolean() }),
);
/** Sessions stay for 30 days; who signed in before that stands in the audit alone. */
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

const facilityOf = (db: Db, named: string | undefined): Promise<{ id: FacilityId; name: string }> =>
  named === undefined ? db.one(usualFacility) : oneFacility(db, named);
const minuteOf = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

const code: Command = {
  words: ['tablet', 'code'],
  help: `tablet code [--name "Front desk 2"] [--facility NAME|ID]

Makes a one-time code that sets up one tablet: open the kiosk on it, at the address of the facility, and type the code. It works once and for
${String(tabletCodeMinutes)} minutes, and is shown here alone. A second code for the same name replaces the first.

  --name       how the tablet is listed; left out, "Tablet 1", "Tablet 2", …
  --facility   whose tablet it is; left out, the default facility`,
  run(args, io) {
    const { values } = parseArgs({ args, options: { name: { type: 'string' }, facility: { type: 'string' } } });
    const name = values.name?.trim() ?? null;
    if (name === '' || (name !== null && name.length > longestName))
      throw new CommandFailed(`--name needs 1 to ${String(longestName)} characters.`, true);
    const { serverKey } = io.config();
    return io.database(async (pool) => {
      const made = await pool.tx(async (tx) => {
        const facility = await facilityOf(tx, values.facility);
        const given = await makeTabletCode(tx, serverKey, actor, { facilityId: facility.id, name });
        if (given === null)
          throw new CommandFailed(
            `${facility.name} has a tablet "${name ?? ''}": revoke it first, or choose another name.`,
          );
        return { ...given, facility: facility.name };
      });
      io.out(`Code ${shownTabletCode(made.code)} for "${made.name}" (${made.facility}).`);
      io.out(`Open the kiosk on the tablet and type it within ${String(tabletCodeMinutes)} minutes. It works once.`);
      return 0;
    });
  },
};

const list: Command = {
  words: ['tablet', 'list'],
  help: `tablet list [--facility NAME|ID] [--revoked]

The tablets that were set up: id, name, since when, when last seen with which build, and who of the staff signed in last (within 30 days); and of each
facility whether its kiosk opens on these alone.

  --revoked   those that were revoked too`,
  run(args, io) {
    const { values } = parseArgs({ args, options: { facility: { type: 'string' }, revoked: { type: 'boolean' } } });
    return io.database(async ({ db }) => {
      const facilityId = values.facility === undefined ? null : (await oneFacility(db, values.facility)).id;
      for (const each of await db.many(listed, { facilityId, withRevoked: values.revoked === true })) {
        const signedIn =
          each.staffName === null || each.signedInAt === null
            ? 'nobody signed in lately'
            : `${each.staffName} signed in ${minuteOf(each.signedInAt)}`;
        io.out(
          `${String(each.id).padStart(5)}  ${each.name}  (${each.facility})  since ${minuteOf(each.setUpAt)}, last seen ${minuteOf(each.lastSeenAt)}, build ${each.appBuild ?? 'unknown'}, ${signedIn}${
            each.revokedAt === null ? '' : `, revoked ${minuteOf(each.revokedAt)}`
          }`,
        );
      }
      for (const { name, isRequired } of await db.many(isRequiredAt, { facilityId }))
        io.out(`${name}: the kiosk opens on ${isRequired ? 'its own tablets only' : 'any tablet'}`);
      return 0;
    });
  },
};

const revoke: Command = {
  words: ['tablet', 'revoke'],
  help: `tablet revoke NAME|ID [--facility NAME|ID]

Ends everything that goes on on a tablet, at once: whoever is signed in, a patient's visit, the way back by PIN. Answers that were saved stay as the patient's
draft. The tablet asks for a new code at its next contact.`,
  run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { facility: { type: 'string' } },
    });
    const [named, ...more] = positionals;
    if (named === undefined || more.length > 0)
      throw new CommandFailed('tablet revoke needs one tablet, by its name or id.', true);
    return io.database(async (pool) => {
      const done = await pool.tx(async (tx) => {
        const facilityId = values.facility === undefined ? null : (await oneFacility(tx, values.facility)).id;
        const found = await tx.many(calledSo, { named, facilityId });
        const [one, ...others] = found;
        if (one === undefined)
          throw new CommandFailed(`No tablet has the name or id "${named}". See: npm run admin -- tablet list`);
        if (others.length > 0)
          throw new CommandFailed(
            `"${named}" is a tablet of ${found.map(({ facility }) => facility).join(' and of ')}: add --facility, or give the id.`,
          );
        return { one, revoked: await revokeTablet(tx, actor, one.id, 'asked') };
      });
      const sessions = done.revoked?.sessions ?? 0;
      io.out(
        `"${done.one.name}" (${done.one.facility}) is revoked; ${sessions === 1 ? '1 session' : `${String(sessions)} sessions`} ended.`,
      );
      return 0;
    });
  },
};

const requireOwn: Command = {
  words: ['tablet', 'require'],
  help: `tablet require (--on | --off) [--facility NAME|ID]

Whether the kiosk of a facility opens on its own tablets alone. Off, which it is from the beginning, any browser may open it and staff sign in there; tablets
can be set up, listed and revoked all the same, and a revoked one stays closed. On, sessions on other tablets end at once; set up at least one first.
Of somebody who works for several facilities it holds for each: patients of one that wants its own tablets are on no other tablet's list.`,
  run(args, io) {
    const { values } = parseArgs({
      args,
      options: { facility: { type: 'string' }, on: { type: 'boolean' }, off: { type: 'boolean' } },
    });
    const { on = false, off = false } = values;
    if (on === off) throw new CommandFailed('Give one of --on and --off.', true);
    return io.database(async (pool) => {
      const { name, ended } = await pool.tx(async (tx) => {
        const facility = await facilityOf(tx, values.facility);
        return { name: facility.name, ended: await requireOwnTablets(tx, actor, facility.id, on) };
      });
      io.out(
        on
          ? `The kiosk of ${name} opens on its own tablets only; ${String(ended)} ${ended === 1 ? 'session' : 'sessions'} on others ended.`
          : `The kiosk of ${name} opens on any tablet, except revoked ones.`,
      );
      return 0;
    });
  },
};

export const tabletCommands: readonly Command[] = [code, list, revoke, requireOwn];
