import { type FacilityId, phoneHref, phoneShown } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const phonesOf = statement(
  'facility.phones',
  `select phone from facility_contacts where facility_id = $facilityId and coalesce(phone, '') <> '' order by sort_order, id`,
  v.object({ phone: v.string() }),
);

/** A number as it is shown, and what a press on it dials. */
export interface FacilityPhone {
  readonly shown: string;
  readonly href: string;
}

/** The first number among a facility's contacts that can be dialled; null where there is none. */
export async function facilityPhone(db: Db, facilityId: FacilityId): Promise<FacilityPhone | null> {
  for (const { phone } of await db.many(phonesOf, { facilityId })) {
    const href = phoneHref(phone);
    if (href !== null) return { shown: phoneShown(phone), href };
  }
  return null;
}
