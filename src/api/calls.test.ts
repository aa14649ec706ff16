import { describe, expect, test } from 'vitest';
import type { CheckName } from './accountRules.ts';
import {
  type CallName,
  type CallShape,
  calls,
  isAboutPatient,
  auditEvents,
  sharedErrors,
  wireErrors,
} from './index.ts';

const all: readonly (readonly [string, CallShape])[] = Object.entries(calls);

describe('what a device may keep in clear', () => {
  // Files are always encrypted, whatever they declare.
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
      'countNoteChanges',
      'countOpenQuestionnaires',
      'countOverdueFollowUps',
      'countResultChanges',
      'countSummaryChanges',
      'countTreatmentChanges',
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
      'listLabTests',
      'listMedicalNotes',
      'listMessageDrafts',
      'listMessageRecipients',
      'listNoteChanges',
      'listOfficeVisits',
      'listPatientFacilities',
      'listPhoneCheckIns',
      'listQuestionnaireHistory',
      'listQuestionnaires',
      'listRepresentations',
      'listResultChanges',
      'listSummaryChanges',
      'listThreads',
      'listTreatmentChanges',
      'listTreatmentSummary',
      'listUpcomingAppointments',
      'listVisitGuides',
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

test('every event that a page can send belongs to a section, but for Home, which has a little of each', () => {
  expect(Object.fromEntries(Object.values(auditEvents).map((one) => [one.auditEventType, one.section]))).toEqual({
    appointmentsviewauditevent: 'Appointments',
    dashboardviewauditevent: null,
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

describe('what a call takes', () => {
  interface Part {
    readonly where: string;
    readonly kind: string;
    readonly steps: readonly unknown[];
  }
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null;
  function stepsOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
    if (!Array.isArray(schema['pipe'])) return [schema];
    const [first, ...rest]: unknown[] = schema['pipe'];
    return isObject(first) ? [...stepsOf(first), ...rest] : [];
  }
  /** Every list, record and text of a schema, with the checks on it. */
  function partsOf(schema: unknown, where: string): Part[] {
    if (!isObject(schema)) return [];
    const steps = stepsOf(schema);
    const [first] = steps;
    if (!isObject(first)) return [];
    const inner = [
      ...(isObject(first['entries']) ? Object.entries(first['entries']) : []),
      ...(['options', 'items'] as const).flatMap((name) => {
        const list: unknown = first[name];
        return Array.isArray(list) ? Object.entries(list) : [];
      }),
      ...(['wrapped', 'item', 'key', 'value'] as const).map((name) => [name, first[name]] as const),
    ];
    const kind = String(first['type']);
    const known = ['string', 'array', 'record', 'any', 'unknown', 'lazy'].includes(kind);
    return [
      ...(known ? [{ where, kind, steps: steps.slice(1) }] : []),
      ...inner.flatMap(([name, part]) => partsOf(part, `${where}.${name}`)),
    ];
  }
  /** True for a pattern that is anchored at both ends and repeats nothing without a limit. */
  const isBoundedPattern = (pattern: RegExp): boolean =>
    /^\^.*\$$/.test(pattern.source) && !/[*+]|,\}/.test(pattern.source.replace(/\\.|\[(?:\\.|[^\]])*\]/g, 'x'));
  const isBound = (step: unknown): boolean => {
    if (!isObject(step)) return false;
    const { type, requirement } = step;
    return (
      ((type === 'max_length' || type === 'length' || type === 'max_entries') && Number.isFinite(requirement)) ||
      (requirement instanceof RegExp && isBoundedPattern(requirement)) ||
      (type === 'check' && step['message'] === ('email' satisfies CheckName))
    );
  };

  test('is bounded in each list and each text', () => {
    const parts = all.flatMap(([name, { body }]) => partsOf(body, name));
    expect(parts.length).toBeGreaterThan(150);
    expect(parts.filter(({ steps }) => !steps.some(isBound)).map(({ where }) => where)).toEqual([]);
  });

  test('is the whole body, and more than a page sends only where the call says who sends it', () => {
    const open = all.filter(([, call]) => call.access === 'everyone' && call.largestBody !== undefined);
    for (const [name, call] of open) expect(call.systemKey, name).toBe(true);
  });
});
