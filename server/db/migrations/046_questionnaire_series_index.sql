-- outside a transaction
drop index concurrently if exists assigned_questionnaires_of_series;
create unique index concurrently assigned_questionnaires_of_series on assigned_questionnaires (series_id, series_key) where series_id is not null;
