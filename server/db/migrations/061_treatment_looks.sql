-- The treatment summary is a list whose changes each reader is told of, like results, notes and the health summary.
alter table record_looks drop constraint record_looks_list_check,
  add constraint record_looks_list_check check (list in ('results', 'notes', 'summary', 'treatment')) not valid;
