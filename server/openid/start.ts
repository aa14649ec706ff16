import type { Pool } from '../db/pool.ts';
import type { Cookies, RequestFacts } from '../http/handler.ts';
import { authorizationUrl } from './client.ts';
import { type OpenIdServices, type ProviderAt, callbackAddress, reach } from './providers.ts';
import { type Purpose, beginRequest } from './requests.ts';

/** Begins a request of this browser, and gives the address at the identity system. */
export async function addressAt(
  at: ProviderAt & Pick<RequestFacts, 'origins'> & Pick<Pool, 'db'> & { readonly cookies: Cookies },
  services: OpenIdServices,
  purpose: Purpose,
): Promise<string> {
  const { db, cookies, surface, facilityId, provider } = at;
  const configuration = await reach(provider, services);
  const checks = await beginRequest(db, services, cookies, { facilityId, provider: provider.key, surface }, purpose);
  const address = await callbackAddress(db, facilityId, provider, at, services);
  return authorizationUrl(provider, configuration, address, checks, purpose.isProof);
}
