import { FacilityId, PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { checkAddress, countAddressFailure } from '../credentials/loginFailures.ts';
import { endPushAt } from '../credentials/pushSubscriptions.ts';
import { type Db, statement } from '../db/pool.ts';
import { facilityIdOfHost } from '../facilities/facility.ts';
import { type Handlers, orNotFound, refusal } from '../http/handler.ts';
import { hashOf } from '../http/secrets.ts';
import { takeSignature } from '../session/singleSignOn.ts';
import { ProviderUnreachable } from './client.ts';
import { identitySystem } from './enter.ts';
import { nameHashOf } from './links.ts';
import { readLogoutToken } from './logoutToken.ts';
import { type OpenIdServices, type ProviderAt, providerOf, reach } from './providers.ts';

const ofToken = statement(
  'openId.signInsOfToken',
  `select id from openid_sign_ins where facility_id = $facilityId and issuer = $issuer and provider = $provider
     and ($subjectHash::bytea is null or subject_hash = $subjectHash) and ($sidHash::bytea is null or sid_hash = $sidHash)`,
  v.object({ id: v.number() }),
);
const ofBrowser = statement(
  'openId.signInOfBrowser',
  'select id, facility_id as "facilityId", provider from openid_sign_ins where browser_hash = $browserHash',
  v.object({ id: v.number(), facilityId: FacilityId, provider: v.string() }),
);
/** Tickets of it that nobody has used yet are worth nothing from then on. */
const endSignIns = statement(
  'openId.endSignIns',
  'update openid_sign_ins set expires_at = now(), pending_hash = null where id = any($signInIds) and expires_at > now()',
);
const endSessions = statement(
  'openId.endSessions',
  `update sessions set ended_at = now(), ended_because = 'identity_ended' where openid_sign_in_id = any($signInIds) and ended_at is null
   returning id, user_id as "userId", patient_id as "patientId", facility_id as "facilityId"`,
  v.object({ id: v.number(), userId: UserId, patientId: v.nullable(PatientId), facilityId: FacilityId }),
);

/** Ends everything that began with sign-ins at an identity system. */
async function endAll(tx: Db, signInIds: readonly number[], actor: AuditActor): Promise<void> {
  await tx.run(endSignIns, { signInIds });
  const ended = await tx.many(endSessions, { signInIds });
  for (const { id, userId } of ended) await endPushAt(tx, userId, id);
  for (const { id, userId, patientId, facilityId } of ended)
    await audit(tx, {
      type: 'identity.ended',
      actor,
      patientId,
      facilityId,
      detail: { userId, session: id },
    });
}

/** The sign-in of this browser at an identity system, which ends; null: there is none. */
export async function endOfBrowser(
  tx: Db,
  browser: string,
): Promise<{ readonly facilityId: FacilityId; readonly provider: string } | null> {
  const found = await tx.maybe(ofBrowser, { browserHash: hashOf(browser) });
  if (found !== null) await endAll(tx, [found.id], identitySystem(found.provider));
  return found;
}

/** Audits that an identity system, or who came back from it, was refused. `from`: the mark of the address that asked. */
export const auditRefusal = (
  tx: Db,
  { facilityId, provider: { key: provider } }: Pick<ProviderAt, 'facilityId' | 'provider'>,
  because: string,
  from: string,
): Promise<void> =>
  audit(tx, { type: 'sso.refused', actor: null, patientId: null, facilityId, detail: { because, provider, from } });

/** An identity system tells that somebody has signed out there, or that their access has ended. */
export const identityLogoutHandlers = (services: OpenIdServices): Pick<Handlers, 'endIdentitySession'> => ({
  async endIdentitySession({ body, params, db, tx, ip, host, surface, addressMark }) {
    await checkAddress(db, ip, services.addressFailures);
    const facilityId = await facilityIdOfHost(db, host);
    const provider = orNotFound(await providerOf(db, facilityId, surface, params.provider));
    const refused = async (because: string): Promise<never> => {
      await tx(async (within) => {
        await countAddressFailure(within, ip);
        await auditRefusal(within, { facilityId, provider }, because, addressMark());
      });
      throw refusal('bad_request');
    };
    const claims = await reach(provider, services)
      .then((configuration) => readLogoutToken(provider, configuration, body.logout_token))
      .catch((error: unknown) => {
        throw error instanceof ProviderUnreachable ? refusal('unavailable') : error;
      });
    if (claims === null) return refused('logoutToken');
    const { issuer, key } = provider;
    const { jti, sub, sid } = claims;
    const isNew = await tx(async (within) => {
      if ((await within.run(takeSignature, { signature: nameHashOf(issuer, jti) })) === 0) return false;
      const found = await within.many(ofToken, {
        facilityId,
        issuer,
        provider: key,
        subjectHash: sub === undefined ? null : nameHashOf(issuer, sub),
        sidHash: sid === undefined ? null : nameHashOf(issuer, sid),
      });
      await endAll(
        within,
        found.map(({ id }) => id),
        identitySystem(key),
      );
      return true;
    });
    return isNew ? null : refused('logoutTokenUsed');
  },
});
