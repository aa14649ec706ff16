-- A sign-in at an identity system with which somebody proves who is at the page: it must be made anew there.
alter table openid_requests add column is_proof boolean not null default false;
-- When the person last signed in there, by its word; null: it has said nothing, and the sign-in proves nothing.
alter table openid_sign_ins add column signed_in_at timestamptz;
