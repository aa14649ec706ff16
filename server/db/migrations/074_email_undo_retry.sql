-- When the change was undone: the same link answers again for some minutes, because the first answer may have been lost.
alter table email_undos add column used_at timestamptz;
