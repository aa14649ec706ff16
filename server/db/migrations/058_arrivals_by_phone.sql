-- How many minutes before a visit begins a patient may say on a phone that they are here, null: never; and until how many after it began.
alter table facilities
  add column check_in_opens_minutes integer check (check_in_opens_minutes between 1 and 1440),
  add column check_in_closes_minutes integer not null default 60 check (check_in_closes_minutes between 0 and 1440);

-- The account that said it in the portal; null: it was said at a tablet.
alter table appointments add column arrived_by bigint references users on delete set null;

-- When that may be said of a visit. Minutes are counted in real time, so a clock that is put forward or back changes nothing; of a visit
-- without a time it is the whole day at the facility.
create function check_in_hours(starts_at timestamptz, day date, time_zone text, opens_minutes integer, closes_minutes integer)
returns tstzrange language sql stable as $$
  select case when starts_at is null then tstzrange(day::timestamp at time zone time_zone, (day + 1)::timestamp at time zone time_zone)
    else tstzrange(starts_at - make_interval(mins => opens_minutes), starts_at + make_interval(mins => closes_minutes)) end
$$;
