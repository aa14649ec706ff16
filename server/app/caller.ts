import type { IncomingMessage } from 'node:http';
import { type CallShape, FacilityId, LoginType, PatientId, type Role, UserId, roles } from '@portal/api';
import * as v from 'valibot';
import { type Access, type Db, statement } from '../db/pool.ts';
import { type SqlNeed, actsFor, keepActingFor, needOf } from './actsFor.ts';
import { ticketPath } from './downloadTickets.ts';
import type { Actor, Surface } from './handler.ts';
import { refuse } from './request.ts';
import { hashOf } from './secrets.ts';

/** What is known of who calls: the holder of a living session of this surface, and whether they may do this for `$3`. */
const session = `select s.id as "sessionId", s.user_id as "userId", s.role, s.login_type as "loginType", s.patient_id as "patientId",
     s.facility_id as "facilityId", u.first_name || ' ' || u.last_name as name,
     $3::bigint is null or ${actsFor({ patient: '$3', section: '$4', right: '$5' })} as "actsFor",
     array(select lower(jsonb_object_keys(f.capabilities)) from facilities f where f.id =
       case when $3::bigint is null or s.patient_id = $3 then s.facility_id else (select p.home_facility_id from patients p where p.id = $3) end) as modules`;
const isAlive = 's.surface = $2 and t.expires_at > now() and s.ended_at is null and s.expires_at > now() and u.disabled_at is null';
const Found = v.object({
  sessionId: v.number(),
  userId: UserId,
  role: v.picklist(roles),
  loginType: LoginType,
  patientId: v.nullable(PatientId),
  facilityId: FacilityId,
  name: v.string(),
  actsFor: v.nullable(v.boolean()),
  /** Modules that the facility (of the patient, where there is one) has switched on, in lower case. */
  modules: v.array(v.string()),
});
const authenticate = statement(
  'mount.authenticate',
  `${session} from access_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id where t.token_hash = $1 and ${isAlive}`,
  Found,
);
/** The same with a download ticket for `$6`, which is used up by it. */
const authenticateByTicket = statement(
  'mount.authenticateByTicket',
  `with t as (delete from download_tickets where token_hash = $1 and path = $6 returning session_id, expires_at)
   ${session} from t join sessions s on s.id = t.session_id join users u on u.id = s.user_id where ${isAlive}`,
  Found,
);

const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/;
/** Whether a request comes with a token that may be a session's. */
export const carriesToken = (incoming: IncomingMessage): boolean => bearer.test(incoming.headers.authorization ?? '');

const portalRoles: ReadonlySet<Role> = new Set(['patient', 'representative', 'linkUser']);

/** Who makes a call, and what they need for it where it is about another patient. */
export interface Caller {
  readonly actor: Actor;
  readonly need: SqlNeed;
}

/** The patient that an address names. */
export function patientOf(params: Readonly<Record<string, unknown>> | null): PatientId | null {
  const parsed = v.safeParse(PatientId, params?.['patientId']);
  return parsed.success ? parsed.output : null;
}

/** The parts of a request that say who makes it and about whom it is. */
interface Asking {
  readonly db: Db;
  readonly incoming: IncomingMessage;
  readonly query: (name: string) => string | undefined;
  /** Null: one of them has the wrong shape. */
  readonly params: Readonly<Record<string, unknown>> | null;
}

/**
 * Makes the function that finds who makes a call, and refuses, in this order, who has no living session (401), has the wrong role, is of
 * a facility without the module (404), sent parameters of the wrong shape (400), or asks about another user or a patient for whom they
 * do not act (404). Null: the call is for everyone.
 */
export function callerFinder(call: CallShape, surface: Surface): (asking: Asking) => Promise<Caller | null> {
  const access: readonly Role[] | 'everyone' = call.access;
  const needFor = needOf(call);
  const module = call.capability?.toLowerCase();
  return async ({ db, incoming, query, params }) => {
    if (access === 'everyone') return null;
    const need = needFor(query);
    const about = [surface, patientOf(params), ...need] as const;
    const token = bearer.exec(incoming.headers.authorization ?? '')?.[1];
    const ticket = call.answerType === 'file' && incoming.headers.authorization === undefined ? query('token') : undefined;
    const found =
      ticket !== undefined
        ? await db.maybe(authenticateByTicket, [hashOf(ticket), ...about, ticketPath(incoming.url ?? '')])
        : token === undefined
          ? null
          : await db.maybe(authenticate, [hashOf(token), ...about]);
    // A ticket is for one thing alone: one that was used, is too old or somebody else's opens nothing that exists.
    if (found === null) throw refuse(ticket === undefined ? 'unauthorized' : 'not_found');
    if (!access.includes(found.role)) throw refuse('not_found');
    // What the facility has switched off is gone at once, for whoever uses the portal; a tablet is staff's to hand out.
    if (module !== undefined && portalRoles.has(found.role) && !found.modules.includes(module)) throw refuse('not_found');
    if (params === null) throw refuse('bad_request');
    if (found.actsFor !== true || ('userId' in params && params['userId'] !== found.userId)) throw refuse('not_found');
    return { actor: found, need };
  };
}

/** Transactions of a write: for another patient's record each holds what the actor may do there, as the body may have come long after the check. */
export function txFor(tx: Access['tx'], caller: Caller | null, patientId: PatientId | null): Access['tx'] {
  if (caller === null || patientId === null || patientId === caller.actor.patientId || !portalRoles.has(caller.actor.role)) return tx;
  const { actor, need } = caller;
  return (work) =>
    tx(async (within) => {
      await keepActingFor(within, actor, patientId, need);
      return work(within);
    });
}
