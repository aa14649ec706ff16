-- outside a transaction
drop index concurrently if exists imported_care_team_members_to_end;
create index concurrently imported_care_team_members_to_end on imported_care_team_members (ends_at) where ends_at is not null;
