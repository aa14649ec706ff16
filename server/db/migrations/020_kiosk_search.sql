-- What staff at a kiosk search in: names and number as anybody would type them, without capitals and accents.

create function search_fold(words text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g')),
      'øØłŁđĐðÐħĦı’‘ʻʼ`´,', 'oollddddhhi'''''''''''''' '
    ), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss')
$$;

alter table patients add column search_text text not null generated always as (search_fold(last_name || ' ' || first_name || ' ' || mrn)) stored;

-- The list of a day with those who have finished.
create index assigned_questionnaires_of_a_day on assigned_questionnaires (due_date, patient_id) where status <> 'Declined';
