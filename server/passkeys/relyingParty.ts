import type { FacilityId } from '@portal/api';
import { facilityIdOfHost } from '../facilities/facility.ts';
import type { RequestFacts } from '../http/handler.ts';
import type { Db } from '../db/pool.ts';
import { kioskOrigin, portalOrigin } from '../mail/links.ts';
import type { MailServices } from '../mail/mailer.ts';

/** Where a passkey works: the portal or the kiosk of one facility, by its address. `rpId` is the host name under which devices keep it. */
export interface RelyingParty {
  readonly facilityId: FacilityId;
  readonly origin: string;
  readonly rpId: string;
  /** Kept beside the name, because both may have the same one and differ in the port. */
  readonly isForKiosk: boolean;
}

/** The relying party of a request. The Host header alone decides nothing: its name must be one of the facility's own. */
export async function relyingPartyOf(
  { db, host, origins, surface }: Pick<RequestFacts, 'host' | 'origins' | 'surface'> & { readonly db: Db },
  { portalUrl }: Pick<MailServices, 'portalUrl'>,
): Promise<RelyingParty> {
  const facilityId = await facilityIdOfHost(db, host);
  const isForKiosk = surface === 'kiosk';
  const origin = isForKiosk
    ? await kioskOrigin(db, facilityId, origins.kiosk)
    : await portalOrigin(db, facilityId, origins.portal, portalUrl);
  return { facilityId, origin, rpId: new URL(origin).hostname, isForKiosk };
}
