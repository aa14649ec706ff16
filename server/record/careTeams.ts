import { CareProviderId, CareTeamId, FacilityId, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { CareTeamRow } from './map/mapped.ts';

const homeOf = statement(
  'record.careTeam.home',
  'select home_facility_id as id from patients where id = $patientId',
  v.object({ id: FacilityId }),
);
const knownProvider = statement(
  'record.careTeam.known',
  `select care_provider_id as id, is_made as "isMade" from imported_care_providers
   where facility_id = $facilityId and source = $source and provider_key = $providerKey`,
  v.object({ id: CareProviderId, isMade: v.boolean() }),
);
const namedProvider = statement(
  'record.careTeam.named',
  'select id from care_providers where facility_id = $facilityId and first_name = $firstName and last_name = $lastName',
  v.object({ id: CareProviderId }),
);
const columns = {
  into: 'first_name, last_name, title_value, suffix, title, public_email, public_phone, fax, institution, address1, address2, address3, city, state, zip_code, country',
  values:
    '$firstName, $lastName, $titleValue, $suffix, $title, $email, $phone, $fax, $institution, $address1, $address2, $address3, $city, $state, $zipCode, $country',
} as const;
const addProvider = statement(
  'record.careTeam.addProvider',
  `insert into care_providers (facility_id, ${columns.into}) values ($facilityId, ${columns.values})
   on conflict (facility_id, first_name, last_name) do update set first_name = excluded.first_name returning id`,
  v.object({ id: CareProviderId }),
);
const changeProvider = statement(
  'record.careTeam.changeProvider',
  `update care_providers c set (${columns.into}) = (${columns.values})
   where c.id = $providerId and not exists (
     select from care_providers other
     where other.facility_id = c.facility_id and other.first_name = $firstName and other.last_name = $lastName and other.id <> c.id)`,
);
const noteProvider = statement(
  'record.careTeam.noteProvider',
  `insert into imported_care_providers (facility_id, source, provider_key, care_provider_id, is_made)
   values ($facilityId, $source, $providerKey, $providerId, $isMade)`,
);
const addMember = statement(
  'record.careTeam.addMember',
  `insert into care_team_members (patient_id, care_provider_id) values ($patientId, $providerId)
   on conflict (patient_id, care_provider_id) do nothing returning id`,
  v.object({ id: CareTeamId }),
);
/** The member of a care team, if an import added them. */
const importedMember = statement(
  'record.careTeam.importedMember',
  `select m.id from care_team_members m where m.patient_id = $patientId and m.care_provider_id = $providerId
     and exists (select from imported_care_team_members i where i.care_team_member_id = m.id)`,
  v.object({ id: CareTeamId }),
);
const noteMember = statement(
  'record.careTeam.noteMember',
  `insert into imported_care_team_members (resource_id, care_team_member_id, ends_at) values ($resourceId, $careTeamId, $endsAt::timestamptz)
   on conflict (resource_id, care_team_member_id) do update set ends_at = excluded.ends_at`,
);
const forget = statement(
  'record.careTeam.forget',
  `delete from imported_care_team_members where resource_id = $resourceId and not (care_team_member_id = any($careTeamIds::bigint[]))
   returning care_team_member_id as id`,
  v.object({ id: CareTeamId }),
);
const removeMembers = statement(
  'record.careTeam.remove',
  `delete from care_team_members m where m.id = any($careTeamIds::bigint[])
     and not exists (select from imported_care_team_members i where i.care_team_member_id = m.id)`,
);

async function providerOf(tx: Db, facilityId: FacilityId, source: string, row: CareTeamRow): Promise<CareProviderId> {
  const { providerKey, endsAt: _, ...fields } = row;
  const known = await tx.maybe(knownProvider, { facilityId, source, providerKey });
  if (known !== null) {
    if (known.isMade) await tx.run(changeProvider, { providerId: known.id, ...fields });
    return known.id;
  }
  const { firstName, lastName } = row;
  // A facility has one provider with a name. One whom staff entered keeps the details that they entered.
  const named = await tx.maybe(namedProvider, { facilityId, firstName, lastName });
  const { id: providerId } = named ?? (await tx.one(addProvider, { facilityId, ...fields }));
  await tx.run(noteProvider, { facilityId, source, providerKey, providerId, isMade: named === null });
  return providerId;
}

/** What a CareTeam became. Without members, it has ended or was taken back. */
export interface SavedCareTeam {
  readonly resourceId: number;
  readonly patientId: PatientId;
  readonly members: readonly CareTeamRow[];
}

/** Until when somebody is in a team, in any of their roles; null: no end is known. */
function lastEndOf({ providerKey }: CareTeamRow, members: readonly CareTeamRow[]): string | null {
  const ends = members.flatMap((one) => (one.providerKey === providerKey ? [one.endsAt] : []));
  const known = ends.flatMap((end) => end ?? []).toSorted((one, other) => Date.parse(one) - Date.parse(other));
  return known.length === ends.length ? (known.at(-1) ?? null) : null;
}

/** Changes care teams to what these resources say. Only members whom an import added can be removed. */
export async function saveCareTeams(tx: Db, source: string, teams: readonly SavedCareTeam[]): Promise<void> {
  for (const { resourceId, patientId, members } of teams) {
    const current = members.filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > Date.now());
    const careTeamIds: CareTeamId[] = [];
    const { id: facilityId } = await tx.one(homeOf, { patientId });
    for (const row of current) {
      const providerId = await providerOf(tx, facilityId, source, row);
      const member =
        (await tx.maybe(addMember, { patientId, providerId })) ??
        (await tx.maybe(importedMember, { patientId, providerId }));
      if (member === null) continue;
      careTeamIds.push(member.id);
      await tx.run(noteMember, { resourceId, careTeamId: member.id, endsAt: lastEndOf(row, current) });
    }
    const gone = await tx.many(forget, { resourceId, careTeamIds });
    if (gone.length > 0) await tx.run(removeMembers, { careTeamIds: gone.map(({ id }) => id) });
  }
}
