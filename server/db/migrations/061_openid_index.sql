-- outside a transaction
-- An identity system that ends a sign-in looks for its sessions and tickets.
drop index concurrently if exists sessions_by_openid_sign_in;
create index concurrently sessions_by_openid_sign_in on sessions (openid_sign_in_id) where openid_sign_in_id is not null;
drop index concurrently if exists sso_tickets_by_openid_sign_in;
create index concurrently sso_tickets_by_openid_sign_in on sso_tickets (openid_sign_in_id) where openid_sign_in_id is not null;
