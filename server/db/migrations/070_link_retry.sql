-- The key of the page that used a link, hashed: it alone may try again, because the answer may have been lost.
alter table emailed_links add column used_key_hash bytea;
alter table emailed_links add column first_used_at timestamptz;
