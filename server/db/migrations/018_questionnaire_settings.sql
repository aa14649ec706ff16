-- What an operator says about a questionnaire beside what its file says: a title, texts, totals with their messages. It is laid over each revision.
alter table questionnaire_templates add column settings jsonb;

-- Imports used to add up all ordinal values of a file that says no total. Such a sum means nothing: pain was added to well-being. No completion
-- makes one any more; what was stored stays for the record and is not shown.
update questionnaire_revisions set content = jsonb_set(content, '{scores}',
  coalesce((select jsonb_agg(score order by place) from jsonb_array_elements(content->'scores') with ordinality as scores (score, place)
    where score->>'scoreKey' <> 'sum-of-ordinal-values'), '[]'))
where content->'scores' @> '[{"scoreKey": "sum-of-ordinal-values"}]';
update assigned_questionnaires set scores = (select jsonb_agg(
    case when score->>'scoreKey' = 'sum-of-ordinal-values' then score || '{"isShown": false}' else score end order by place)
  from jsonb_array_elements(scores) with ordinality as stored (score, place))
where scores @> '[{"scoreKey": "sum-of-ordinal-values"}]';
