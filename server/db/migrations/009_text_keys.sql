-- The key of a text begins with the folder that has the text: a facility's own wording follows its keys.

with renamed (old_key, new_key) as (
  values
    ('shell.dashboard', 'dashboard.title'),
    ('shell.dashboardShort', 'dashboard.tab'),
    ('shell.appointments', 'appointments.title'),
    ('shell.appointmentsShort', 'appointments.tab'),
    ('shell.followUpPlan', 'followUpPlan.title'),
    ('shell.followUpPlanShort', 'followUpPlan.tab'),
    ('shell.questionnaires', 'questionnaires.title'),
    ('shell.questionnairesShort', 'questionnaires.tab'),
    ('shell.education', 'education.title'),
    ('shell.educationShort', 'education.tab'),
    ('shell.faqs', 'facility.faqs'),
    ('shell.usefulLinks', 'facility.usefulLinks'),
    ('shell.downloadForms', 'facility.downloadForms'),
    ('shell.contactUs', 'facility.contactUs'),
    ('shell.help', 'facility.help'),
    ('shell.titleFill', 'questionnaires.titleFill'),
    ('shell.titleScoring', 'questionnaires.titleScoring'),
    ('shell.titleReview', 'questionnaires.titleReview'),
    ('dashboard.newQuestionnaires', 'questionnaires.news'),
    ('dashboard.newQuestionnairesText', 'questionnaires.newsText'),
    ('dashboard.newEducation', 'education.news'),
    ('dashboard.newEducationText', 'education.newsText'),
    ('shell.backToQuestionnaires', 'questionnaires.backToQuestionnaires'),
    ('shell.bornOn', 'records.bornOn'),
    ('shell.printedOn', 'records.printedOn'),
    ('shell.nothingYetTitle', 'records.nothingYetTitle'),
    ('shell.nothingYetText', 'records.nothingYetText'),
    ('install.title', 'layout.installTitle'),
    ('install.description', 'layout.installDescription'),
    ('install.opens', 'layout.installOpens'),
    ('install.offline', 'layout.installOffline'),
    ('install.locked', 'layout.installLocked'),
    ('install.install', 'layout.installConfirm'),
    ('install.notNow', 'layout.installNotNow'),
    ('install.iphone', 'layout.installIphone'),
    ('install.iphoneSteps', 'layout.installIphoneSteps'),
    ('install.otherSteps', 'layout.installOtherSteps'),
    ('install.already', 'layout.installAlready'),
    ('resources.failed', 'records.failed'),
    ('resources.failedText', 'records.failedText'),
    ('resources.offline', 'records.offline'),
    ('resources.offlineText', 'records.offlineText'),
    ('resources.savedCopy', 'records.savedCopy'),
    ('contacts.right_read', 'records.right_read'),
    ('contacts.right_answer', 'records.right_answer'),
    ('contacts.right_write', 'records.right_write'),
    ('contacts.section_Appointments', 'records.section_Appointments'),
    ('contacts.section_FollowUpPlan', 'records.section_FollowUpPlan'),
    ('contacts.section_Education', 'records.section_Education'),
    ('contacts.section_Questionnaires', 'records.section_Questionnaires'),
    ('contacts.section_CareTeam', 'records.section_CareTeam'),
    ('contacts.section_PersonalContacts', 'records.section_PersonalContacts'),
    ('contacts.youMay', 'records.youMay'),
    ('contacts.youMayText', 'records.youMayText'),
    ('contacts.youMayNothing', 'records.youMayNothing'),
    ('contacts.youMayNot', 'records.youMayNot'),
    ('session.unsentTitle', 'questionnaires.unsentTitle'),
    ('session.unsentText', 'questionnaires.unsentText'),
    ('session.unsentNone', 'questionnaires.unsentNone'),
    ('session.unsentContinue', 'questionnaires.unsentContinue'),
    ('session.unsentDraft', 'questionnaires.unsentDraft'),
    ('session.unsentWaiting', 'questionnaires.unsentWaiting')
), moved as (
  delete from language_pack_texts
  where text_key in (select old_key from renamed) or text_key ~ '^(shell|visits|resources)\.'
  returning facility_id, language, text_key, content
)
insert into language_pack_texts (facility_id, language, text_key, content)
select
  facility_id,
  language,
  coalesce(
    new_key,
    case split_part(text_key, '.', 1) when 'shell' then 'layout.' when 'visits' then 'records.' else 'facility.' end
      || substr(text_key, strpos(text_key, '.') + 1)
  ),
  content
from moved
left join renamed on old_key = text_key
-- Where two keys became one, the first stands.
order by text_key desc
on conflict do nothing;
