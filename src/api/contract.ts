/*
 * The files of the contract, one line each. What a file exports with `declareCall` or `declareAuditEvent` is added to the lists of
 * `calls.ts` and `auditEvents.ts`; everything else is exported unchanged.
 */
export * from './account.ts';
export * from './accountSettings.ts';
export * from './activity.ts';
export * from './acts.ts';
export * from './appointments.ts';
export * from './careTeam.ts';
export * from './checkIn.ts';
export * from './contacts.ts';
export * from './counts.ts';
export * from './devices.ts';
export * from './education.ts';
export * from './facility.ts';
export * from './facilityPages.ts';
export * from './followUpPlan.ts';
export * from './healthLists.ts';
export * from './healthSummary.ts';
export * from './kiosk.ts';
export * from './labResults.ts';
export * from './lookups.ts';
export * from './medicalNotes.ts';
export * from './messageDrafts.ts';
export * from './messageFiles.ts';
export * from './messageRecipients.ts';
export * from './messageSystems.ts';
export * from './passkeys.ts';
export * from './passwords.ts';
export * from './patient.ts';
export * from './personalData.ts';
export * from './push.ts';
export * from './questionnaires.ts';
export * from './receipts.ts';
export * from './recordChanges.ts';
export * from './representations.ts';
export * from './secondFactor.ts';
export * from './secureMessages.ts';
export * from './session.ts';
export * from './signedInPlaces.ts';
export * from './signUp.ts';
export * from './singleSignOn.ts';
export * from './spokenCodes.ts';
export * from './summaryLinks.ts';
export * from './tablets.ts';
export * from './treatmentSummary.ts';
export * from './valueSets.ts';
