-- Nobody gets a right that was not chosen. Whoever is invited already begins with what the patient was shown until now.
update contacts c set chosen_rights = array[
    'Appointments:read', 'FollowUpPlan:read', 'Education:read', 'Questionnaires:read', 'Questionnaires:answer', 'CareTeam:read',
    'PersonalContacts:read']
  where c.chosen_rights is null and exists (
    select from invitations i where i.contact_id = c.id and i.used_at is null and i.revoked_at is null and i.expires_at > now());

-- Whoever cares for somebody at home is no nurse; no wording that assumes a man.
update relationships set names = names || '{"fr": "Personne proche aidante", "zh": "照护者"}' where code = 'Caregiver';
update relationships set names = names || '{"es": "Tutor o tutora legal", "fr": "Tuteur ou tutrice légale"}' where code = 'Guardian';
update relationships set names = names || '{"es": "Apoderado o apoderada legal", "pt": "Procurador ou procuradora"}' where code = 'Attorney';
update relationships set names = names || '{"pt": "Outra"}' where code = 'Other';
update relationships set names = names || '{"pt": "Outro familiar"}' where code = 'OtherRelative';
