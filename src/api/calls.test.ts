import { describe, expect, test } from 'vitest';
import {
  type CallName,
  type CallShape,
  calls,
  isAboutPatient,
  sectionOfAuditEvent,
  sharedErrors,
  wireErrors,
} from './index.ts';

const all: readonly (readonly [string, CallShape])[] = Object.entries(calls);

describe('what a device may keep in clear', () => {
  // Files are sealed, whatever they say.
  const isSealed = (call: CallShape) => isAboutPatient(call) || call.answerType === 'file';
  const inClear = all.filter(([, call]) => call.offline === 'keep' && !isSealed(call));

  test('is what a facility says to everybody, and nothing else', () => {
    const expected: readonly CallName[] = [
      'getContent',
      'getCountries',
      'getFacility',
      'getFacilityText',
      'getLanguagePack',
      'getLogoUrl',
      'getPreferredCommunications',
      'getRelationships',
      'getStates',
      'getSupportedLanguages',
      'getThemeCss',
      'getTranslations',
      'listDownloadableForms',
      'listFacilityContacts',
      'listFaqs',
    ];
    expect(inClear.map(([name]) => name).sort()).toEqual(expected);
  });

  test('names no patient, no account and nothing of a record, in its address or its declaration', () => {
    for (const [name, call] of all.filter(([, one]) => !isAboutPatient(one))) {
      const { method, audited, section, right, ownOnly, body, headers } = call;
      expect({ method, audited, section, right, ownOnly, body, headers }, name).toEqual({
        method: 'GET',
        audited: false,
        body: null,
        headers: {},
      });
      for (const field of ['patientId', 'userId', 'contactId', 'articleId', 'assignedQuestionnaireId'])
        expect([...Object.keys(call.params), ...Object.keys(call.query)], name).not.toContain(field);
    }
  });

  test('is kept in the vault otherwise', () => {
    const inVault: readonly CallName[] = [
      'countArchivedEducation',
      'countNewMedicalNotes',
      'countNewQuestionnaires',
      'countNotReviewedLabResults',
      'countOpenQuestionnaires',
      'countOverdueFollowUps',
      'countUnreadEducation',
      'countUnreadMessages',
      'countUnseenTreatmentSummary',
      'getArticleContent',
      'getCapabilities',
      'getDownloadableForm',
      'getFollowUpPlan',
      'getHealthLists',
      'getHealthSummaryFile',
      'getHealthSummaryHtml',
      'getLabDocument',
      'getLabResult',
      'getLoginProfile',
      'getMedicalNotePage',
      'getMedicalNoteText',
      'getMessageAttachment',
      'getMostRecentHealthSummary',
      'getNotificationSettings',
      'getPatient',
      'getPatientAddress',
      'getPreferences',
      'getQuestionnaire',
      'getQuestionnaireHistory',
      'getRegistrationDetails',
      'getScoreHistory',
      'getSystemReminderSettings',
      'getThread',
      'getValueSet',
      'listAppointments',
      'listCareTeam',
      'listContacts',
      'listEducation',
      'listExternalSystems',
      'listHealthSummaries',
      'listLabResults',
      'listMedicalNotes',
      'listMessageDrafts',
      'listMessageRecipients',
      'listOfficeVisits',
      'listPatientFacilities',
      'listQuestionnaireHistory',
      'listQuestionnaires',
      'listRepresentations',
      'listThreads',
      'listTreatmentSummary',
      'listUpcomingAppointments',
    ];
    const kept = all.filter(([, call]) => call.offline === 'keep' && isSealed(call));
    expect(kept.map(([name]) => name).sort()).toEqual(inVault);
  });
});

test('only what changes nothing is kept, and only what changes something is sent later', () => {
  for (const [name, { method, offline }] of all)
    if (offline !== 'never') expect(offline === 'keep', name).toBe(method === 'GET');
});

test('every error code is one that any call may have, or that a call declares', () => {
  const declared = new Set<string>([...Object.keys(sharedErrors), ...all.flatMap(([, call]) => call.errors)]);
  expect([...declared].sort()).toEqual(Object.keys(wireErrors).sort());
});

test('every event that a page can send belongs to a section', () => {
  expect(sectionOfAuditEvent).toEqual({
    appointmentsviewauditevent: 'Appointments',
    educationviewauditevent: 'Education',
    ccdaviewauditevent: 'HealthSummary',
    followupplanviewauditevent: 'FollowUpPlan',
    labresultsviewauditevent: 'TestResults',
    medicalnotesviewauditevent: 'MedicalNotes',
    securemessageviewauditevent: 'SecureMessages',
    medicalnotesviewdetailauditevent: 'MedicalNotes',
    questionnairelistauditevent: 'Questionnaires',
    questionnairereviewauditevent: 'Questionnaires',
    questionnaireviewauditevent: 'Questionnaires',
    treatmentsummaryviewauditevent: 'TreatmentSummary',
  });
});
