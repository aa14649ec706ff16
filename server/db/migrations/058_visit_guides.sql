-- What a facility says of a kind of visit, and of a place and the way there, for everybody who has such a visit.
create table facility_guides (
  facility_id bigint not null references facilities on delete cascade,
  language text not null,
  about text not null check (about in ('visitType', 'place')),
  -- of a kind of visit: its type, subtype, follow-up or planned test; of a place: words of its location
  name text not null,
  title text not null,
  content text not null,
  primary key (facility_id, language, about, name)
);
