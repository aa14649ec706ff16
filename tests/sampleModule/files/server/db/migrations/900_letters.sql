create table letters (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients,
  subject text not null,
  written_on date not null,
  content text not null,
  is_new boolean not null default true
);
create index on letters (patient_id);
