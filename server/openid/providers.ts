import type { FacilityId } from '@portal/api';
import type { Configuration } from 'openid-client';
import * as v from 'valibot';
import type { AccountServices } from '../credentials/tokens.ts';
import { type Db, statement } from '../db/pool.ts';
import { type IdentityProvider, IdentityProviders } from '../facilities/identityProviders.ts';
import type { RequestFacts, Surface } from '../http/handler.ts';
import { kioskOrigin, portalOrigin } from '../mail/links.ts';
import { ProviderUnreachable, discover } from './client.ts';

export interface OpenIdServices extends AccountServices {
  /** Secrets of identity systems, by the names of their settings. */
  readonly openIdSecrets: ReadonlyMap<string, string>;
}

/** An identity system of a facility, at the portal or the kiosk. */
export interface ProviderAt extends Pick<RequestFacts, 'surface'> {
  readonly facilityId: FacilityId;
  readonly provider: IdentityProvider;
}

const declared = statement(
  'openId.providers',
  'select identity_providers as providers from facilities where id = $facilityId',
  v.object({ providers: IdentityProviders }),
);

const forSurface = { portal: 'patients', kiosk: 'kioskStaff' } as const;

/** The identity system with this key, if the facility has declared one for this surface. */
export async function providerOf(
  db: Db,
  facilityId: FacilityId,
  surface: Surface,
  key: string,
): Promise<IdentityProvider | null> {
  const { providers } = await db.one(declared, { facilityId });
  return providers.find((one) => one.key === key && one.for === forSurface[surface]) ?? null;
}

/** What an identity system says of itself. Rejects with `ProviderUnreachable`, also where the server has no secret for it. */
export async function reach(
  provider: IdentityProvider,
  { openIdSecrets }: Pick<OpenIdServices, 'openIdSecrets'>,
): Promise<Configuration> {
  const secret = openIdSecrets.get(provider.clientSecret);
  if (secret === undefined) throw new ProviderUnreachable(`${provider.clientSecret} is not set`);
  return discover(provider, secret);
}

/** The address to which an identity system sends people back. It is registered there, so it begins as the facility's links do. */
export async function callbackAddress(
  db: Db,
  facilityId: FacilityId,
  { key }: Pick<IdentityProvider, 'key'>,
  { surface, origins }: Pick<RequestFacts, 'surface' | 'origins'>,
  { portalUrl }: Pick<OpenIdServices, 'portalUrl'>,
): Promise<string> {
  const origin =
    surface === 'portal'
      ? await portalOrigin(db, facilityId, origins.portal, portalUrl)
      : await kioskOrigin(db, facilityId, origins.kiosk);
  return `${origin}/openid/${key}/callback`;
}
