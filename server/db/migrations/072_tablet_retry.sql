-- The code and the key with which a tablet was set up, hashed: that page alone may ask again, because the answer may have been lost.
alter table tablets add column set_up_hash bytea;
