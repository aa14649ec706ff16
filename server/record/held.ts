/**
 * SQL: whether the patient's facility holds a result back at `$now`, by category or code, until a number of days has passed or it is released. The
 * facility's holds are read once per statement; if there are none, as in most facilities, nothing else is read.
 */
export const isHeldBack = `((select f.result_holds <> '[]' from patients one join facilities f on f.id = one.home_facility_id where one.id = $patientId) and exists (
  select from jsonb_array_elements((select f.result_holds from patients one join facilities f on f.id = one.home_facility_id where one.id = $patientId)) hold
  where (hold ->> 'days' is null or r.imported_at + make_interval(days => (hold ->> 'days')::int) > $now::timestamptz)
    and not exists (select from lab_results l where l.id = coalesce(p.lab_result_id, o.lab_result_id) and l.released_at is not null)
    and (exists (select from unnest(coalesce(p.categories, o.service_codes)) category where hold -> 'codes' ? category)
      or exists (select from jsonb_array_elements(coalesce(p.codings, o.codings)) coding where hold -> 'codes' ? (coding ->> 'code')))))`;
