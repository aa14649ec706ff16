alter table notices validate constraint notices_kind_check;
