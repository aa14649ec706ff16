-- When the person last proved that it is them: by signing in, or by the password when something dear was asked for.
alter table sessions add column proved_at timestamptz;
-- Until when the session lives without a sign of anybody at its page; each sign moves it.
alter table sessions add column idle_until timestamptz not null default now() + interval '15 minutes';

-- The version of a facility's terms is looked at by every call, so it is kept rather than computed from the texts each time.
create function compute_terms_version(facility bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(language || E'\n' || content, E'\n\n' order by language collate "C"), ''), 'UTF8')), 'hex')
  from facility_texts where facility_id = facility and content_key = 'TermsOfUse'
$$;
alter table facilities add column current_terms_version text not null default encode(sha256(''::bytea), 'hex');
update facilities set current_terms_version = compute_terms_version(id);
create or replace function terms_version(facility bigint) returns text language sql stable as $$
  select current_terms_version from facilities where id = facility
$$;

create function keep_terms_version() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.content_key = 'TermsOfUse' then
    update facilities set current_terms_version = compute_terms_version(old.facility_id) where id = old.facility_id;
  end if;
  if tg_op <> 'DELETE' and new.content_key = 'TermsOfUse' then
    update facilities set current_terms_version = compute_terms_version(new.facility_id) where id = new.facility_id;
  end if;
  return null;
end
$$;
create trigger keep_terms_version after insert or update or delete on facility_texts
  for each row execute function keep_terms_version();
