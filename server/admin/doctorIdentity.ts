import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { IdentityProvider } from '../facilities/identityProviders.ts';
import { discover } from '../openid/client.ts';
import type { Config } from '../start/config.ts';
import { type DoctorLine, reasonOfFailure, right, wrong } from './doctorLine.ts';

const declared = statement(
  'doctor.identityProviders',
  'select f.short_name as "shortName", provider from facilities f, jsonb_array_elements(f.identity_providers) provider order by f.id',
  v.object({ shortName: v.string(), provider: IdentityProvider }),
);

/** Why an identity system cannot be used, in a sentence; null: it says of itself what it must. */
export async function whyUnreachable(provider: Pick<IdentityProvider, 'issuer' | 'clientId'>): Promise<string | null> {
  try {
    // Nothing is sent but the question: the secret is not needed for it.
    await discover(provider, '');
    return null;
  } catch (error) {
    let cause = error;
    while (cause instanceof Error && cause.cause instanceof Error) ({ cause } = cause);
    return `${provider.issuer}/.well-known/openid-configuration does not say what it must (${reasonOfFailure(cause)}).`;
  }
}

/** The identity systems of all facilities, one line each. */
export async function identityLines(db: Db, { openIdSecrets }: Pick<Config, 'openIdSecrets'>): Promise<DoctorLine[]> {
  const all = await db.many(declared);
  return Promise.all(
    all.map(async ({ shortName, provider }) => {
      const { key, clientSecret } = provider;
      if (!openIdSecrets.has(clientSecret))
        return wrong('identity', `${key} of ${shortName} has no secret: set ${clientSecret} as for the server.`);
      const why = await whyUnreachable(provider);
      return why === null
        ? right('identity', `${key} of ${shortName} answers.`)
        : wrong('identity', `${key} of ${shortName}: ${why} Correct issuer, or let this machine reach it.`);
    }),
  );
}
