-- outside a transaction
-- The account of a forgotten username is found by its email address.
drop index concurrently if exists users_by_email;
create index concurrently users_by_email on users (lower(email));
