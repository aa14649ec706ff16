-- Which visit is meant when a scheduling system names one of its own: it is moved, changed and cancelled here under that name.
create table scheduled_visits (
  source text not null,
  visit_key text not null,
  appointment_id bigint not null references appointments on delete cascade,
  primary key (source, visit_key)
);
create index scheduled_visits_by_appointment on scheduled_visits (appointment_id);
