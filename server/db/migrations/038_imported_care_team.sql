-- Who came into care teams by a CareTeam of another system, so that a later one changes or ends that, and never what staff entered.

-- Whom a person of a source is here. Not is_made: the facility had entered them, and an import changes nothing of them.
create table imported_care_providers (
  facility_id bigint not null references facilities on delete cascade,
  source text not null,
  provider_key text not null,
  care_provider_id bigint not null references care_providers on delete cascade,
  is_made boolean not null,
  primary key (facility_id, source, provider_key)
);
create index imported_care_providers_by_provider on imported_care_providers (care_provider_id);

-- A member whom staff entered has no row here.
create table imported_care_team_members (
  resource_id bigint not null references record_resources on delete cascade,
  care_team_member_id bigint not null references care_team_members on delete cascade,
  primary key (resource_id, care_team_member_id)
);
create index imported_care_team_members_by_member on imported_care_team_members (care_team_member_id);
