-- outside a transaction
-- Without those who have been reminded of it already.
drop index concurrently if exists contacts_to_remind;
create index concurrently contacts_to_remind on contacts (access_last_day)
  where access_last_day is not null and end_reminded_for is distinct from access_last_day;
drop index concurrently if exists contacts_by_end;
