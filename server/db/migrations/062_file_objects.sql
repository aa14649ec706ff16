-- The bytes of a file are in its row or, sealed, in a store beside the database (files/README.md).
create table file_objects (
  id uuid primary key,
  -- of the file, without its seal
  byte_count integer not null check (byte_count >= 0),
  created_at timestamptz not null default now(),
  -- null: a row has it. Until then a row may still get it, and from then on it is deleted.
  delete_after timestamptz
);
create index file_objects_to_delete on file_objects (delete_after) where delete_after is not null;

-- Where files belong, and which process moves them there.
create table file_place (
  one boolean primary key default true check (one),
  place text not null default 'database' check (place in ('database', 'store')),
  lease uuid,
  leased_until timestamptz not null default '-infinity'
);
insert into file_place default values;

create function release_file_object() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update file_objects set delete_after = now() where id = old.object_id;
  elsif new.object_id is distinct from old.object_id then
    -- Whoever read the row before may still be reading the object.
    update file_objects set delete_after = now() + interval '10 minutes' where id = old.object_id;
  end if;
  return null;
end $$;

alter table message_attachments add column object_id uuid references file_objects, alter column content drop not null,
  add constraint message_attachments_bytes check ((content is null) = (object_id is not null)) not valid;
create trigger release_file_object after delete or update of object_id on message_attachments for each row
  when (old.object_id is not null) execute function release_file_object();
alter table answer_attachments add column object_id uuid references file_objects, alter column content drop not null,
  add constraint answer_attachments_bytes check ((content is null) = (object_id is not null)) not valid;
create trigger release_file_object after delete or update of object_id on answer_attachments for each row
  when (old.object_id is not null) execute function release_file_object();
alter table record_documents add column object_id uuid references file_objects, alter column content drop not null,
  add constraint record_documents_bytes check ((content is null) = (object_id is not null)) not valid;
create trigger release_file_object after delete or update of object_id on record_documents for each row
  when (old.object_id is not null) execute function release_file_object();
alter table health_documents add column object_id uuid references file_objects, alter column content drop not null,
  add constraint health_documents_bytes check ((content is null) = (object_id is not null)) not valid;
create trigger release_file_object after delete or update of object_id on health_documents for each row
  when (old.object_id is not null) execute function release_file_object();
alter table education_articles add column object_id uuid references file_objects, alter column content drop not null,
  add constraint education_articles_bytes check ((content is null) = (object_id is not null)) not valid;
create trigger release_file_object after delete or update of object_id on education_articles for each row
  when (old.object_id is not null) execute function release_file_object();
