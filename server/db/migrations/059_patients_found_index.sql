-- outside a transaction
-- By record number whatever the facility, as commands and imports find a patient.
drop index concurrently if exists patients_by_number;
create index concurrently patients_by_number on patients (mrn);
-- In the order of the list of a facility's patients, which is read page by page.
drop index concurrently if exists patients_in_order;
create index concurrently patients_in_order on patients (home_facility_id, lower(last_name), lower(first_name), id);
drop index concurrently if exists patients_by_facility;
