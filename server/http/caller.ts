import type { IncomingMessage } from 'node:http';
import { type CallShape, FacilityId, LoginType, PatientId, type Role, UserId, proofSeconds, roles } from '@portal/api';
import * as v from 'valibot';
import { type Access, type Db, statement } from '../db/pool.ts';
import { type SqlNeed, actsFor, keepActingFor, needOf } from './actsFor.ts';
import { ticketPath } from './downloadTickets.ts';
import { type Actor, type DeniedAccess, type Surface, accessDenied, refusal } from './handler.ts';
import { hashOf } from './secrets.ts';

/** The caller of a living session of this surface, and whether they may act for `$patientId`. */
const session = `select s.id as "sessionId", s.user_id as "userId", s.role, s.login_type as "loginType", s.patient_id as "patientId",
     s.facility_id as "facilityId", u.first_name || ' ' || u.last_name as name,
     $patientId::bigint is null or ${actsFor} as "actsFor",
     $beforeTerms::boolean or s.role not in ('patient', 'representative')
       or u.accepted_terms_version is not distinct from terms_version(u.facility_id) as "termsAccepted",
     not $needsProof::boolean or exists (select from sessions p where p.user_id = s.user_id and p.cookie_hash = s.cookie_hash and p.ended_at is null
       and p.proved_at > now() - make_interval(secs => $proofSeconds)) as "hasProved",
     $module::text is null or exists (select from facilities f, jsonb_each(f.capabilities) as switched(module, fields) where lower(switched.module) = $module
       and ($field::text is null or exists (select from jsonb_array_elements_text(switched.fields) as detail(field) where lower(detail.field) = $field))
       and f.id = case when $patientId::bigint is null or s.patient_id = $patientId then s.facility_id
         else (select p.home_facility_id from patients p where p.id = $patientId) end) as "isSwitchedOn"`;
const isAlive =
  's.surface = $surface and t.expires_at > now() and s.ended_at is null and s.expires_at > now() and s.idle_until > now() and u.disabled_at is null';
const Found = v.object({
  sessionId: v.number(),
  userId: UserId,
  role: v.picklist(roles),
  loginType: LoginType,
  patientId: v.nullable(PatientId),
  facilityId: FacilityId,
  name: v.string(),
  actsFor: v.nullable(v.boolean()),
  /** Or the call does not require accepted terms. */
  termsAccepted: v.boolean(),
  /** In this tab or another tab of this browser, if the call requires proof. */
  hasProved: v.boolean(),
  /** Whether the facility (the patient's, if there is one) has enabled the module that the call belongs to. */
  isSwitchedOn: v.boolean(),
});
const authenticate = statement(
  'mount.authenticate',
  `${session} from access_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id where t.token_hash = $tokenHash and ${isAlive}`,
  Found,
);
/** The same by a download ticket for `$path`, which is used up by it. */
const authenticateByTicket = statement(
  'mount.authenticateByTicket',
  `with t as (delete from download_tickets where token_hash = $tokenHash and path = $path returning session_id, expires_at)
   ${session} from t join sessions s on s.id = t.session_id join users u on u.id = s.user_id where ${isAlive}`,
  Found,
);

const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/;
/** Whether a request carries a token that may belong to a session. */
export const carriesToken = (incoming: IncomingMessage): boolean => bearer.test(incoming.headers.authorization ?? '');

const portalRoles: ReadonlySet<Role> = new Set(['patient', 'representative', 'linkUser']);

export interface Caller {
  readonly actor: Actor;
  readonly need: SqlNeed;
}

export function patientOf(params: Readonly<Record<string, unknown>> | null): PatientId | null {
  const parsed = v.safeParse(PatientId, params?.['patientId']);
  return parsed.success ? parsed.output : null;
}

/** The parts of a request that say who makes it and whom it is about. */
interface Asking {
  readonly db: Db;
  readonly incoming: IncomingMessage;
  readonly query: (name: string) => string | undefined;
  /** Null if one of them has the wrong shape. */
  readonly params: Readonly<Record<string, unknown>> | null;
}

/**
 * Makes the function that finds who makes a call. It refuses, in this order: no living session (401), the wrong role (404), terms not
 * accepted (403), a facility without the module (404), parameters of the wrong shape (400), another user or a patient for whom the caller
 * may not act (404), and a caller who must first prove who they are (403). Null: the call is for everyone.
 */
export function callerFinder(call: CallShape, surface: Surface): (asking: Asking) => Promise<Caller | null> {
  const access: readonly Role[] | 'everyone' = call.access;
  const needFor = needOf(call);
  const [module = null, field = null] = call.capability?.toLowerCase().split('.') ?? [];
  return async ({ db, incoming, query, params }) => {
    if (access === 'everyone') return null;
    const need = needFor(query);
    const about = {
      surface,
      patientId: patientOf(params),
      module,
      field,
      beforeTerms: call.beforeTerms === true,
      needsProof: call.needsProof === true,
      proofSeconds,
      ...need,
    };
    const token = bearer.exec(incoming.headers.authorization ?? '')?.[1];
    const ticket =
      call.answerType === 'file' && incoming.headers.authorization === undefined ? query('token') : undefined;
    const found =
      ticket !== undefined
        ? await db.maybe(authenticateByTicket, {
            tokenHash: hashOf(ticket),
            ...about,
            path: ticketPath(incoming.url ?? ''),
          })
        : token === undefined
          ? null
          : await db.maybe(authenticate, { tokenHash: hashOf(token), ...about });
    // A ticket is for one file only. With a ticket that is used, too old or somebody else's, the file does not exist.
    if (found === null) throw refusal(ticket === undefined ? 'unauthorized' : 'not_found');
    const denied = (why: DeniedAccess['why']): Error => accessDenied({ actor: found, patientId: about.patientId, why });
    if (!access.includes(found.role)) throw denied('role');
    if (!found.termsAccepted) throw refusal('terms_required');
    // A module that the facility has switched off is gone at once for users of the portal. On a tablet, staff decide what they hand out.
    if (portalRoles.has(found.role) && !found.isSwitchedOn) throw refusal('not_found');
    if (params === null) throw refusal('bad_request');
    if (found.actsFor !== true) throw denied('record');
    if ('userId' in params && params['userId'] !== found.userId) throw denied('user');
    if (!found.hasProved) throw refusal('password_needed');
    return { actor: found, need };
  };
}

/** A write's transactions. For another patient each checks the right again and holds it: the body may arrive long after the first check. */
export function txFor(tx: Access['tx'], caller: Caller | null, patientId: PatientId | null): Access['tx'] {
  if (
    caller === null ||
    patientId === null ||
    patientId === caller.actor.patientId ||
    !portalRoles.has(caller.actor.role)
  )
    return tx;
  const { actor, need } = caller;
  return (work) =>
    tx(async (within) => {
      await keepActingFor(within, actor, patientId, need);
      return work(within);
    });
}
