-- When the second step was set up with this sign-in: the same page is answered again for some minutes, because the recovery codes may have been
-- lost with the first answer.
alter table pending_sign_ins add column set_up_at timestamptz;
