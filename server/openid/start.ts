import type { UserId } from '@portal/api';
import type { Pool } from '../db/pool.ts';
import type { Cookies, RequestFacts } from '../http/handler.ts';
import { authorizationUrl } from './client.ts';
import { type OpenIdServices, type ProviderAt, callbackAddress, reach } from './providers.ts';
import { beginRequest } from './requests.ts';

/** Begins a request of this browser, and gives the address at the identity system. */
export async function addressAt(
  at: ProviderAt & Pick<RequestFacts, 'origins'> & Pick<Pool, 'db'> & { readonly cookies: Cookies },
  services: OpenIdServices,
  about: { readonly target: string | null; readonly userId: UserId | null },
): Promise<string> {
  const { db, cookies, surface, facilityId, provider } = at;
  const configuration = await reach(provider, services);
  const checks = await beginRequest(db, services, cookies, { facilityId, provider: provider.key, surface }, about);
  const address = await callbackAddress(db, facilityId, provider, at, services);
  return authorizationUrl(provider, configuration, address, checks);
}
