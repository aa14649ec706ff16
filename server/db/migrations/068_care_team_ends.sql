-- From when on a member whom a CareTeam brought is in the team no more; null: no end is known.
alter table imported_care_team_members add column ends_at timestamptz;
