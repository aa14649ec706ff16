/*
 * The server's areas, one line each: the handlers of a file of the contract, as they are or made with the services. `index.ts` checks
 * that every call has one.
 */
export { acceptanceHandlers } from './acceptance.ts';
export { accountHandlers } from './account.ts';
export { accountSettingsHandlers } from './accountSettings.ts';
export { activityHandlers } from './activity.ts';
export { appointmentHandlers } from './appointments.ts';
export { careTeamHandlers } from './careTeam.ts';
export { checkInHandlers } from './checkIn.ts';
export { contactInvitationHandlers } from './contactInvitations.ts';
export { contactHandlers } from './contacts.ts';
export { educationHandlers } from './education.ts';
export { emailUndoHandlers } from './emailUndo.ts';
export { facilityHandlers } from './facility.ts';
export { facilityPageHandlers } from './facilityPages.ts';
export { followUpPlanHandlers } from './followUpPlan.ts';
export { healthListHandlers } from './healthLists.ts';
export { healthSummaryHandlers } from './healthSummary.ts';
export { kioskHandlers } from './kiosk.ts';
export { kioskVisitorHandlers } from './kioskVisitors.ts';
export { labResultHandlers } from './labResults.ts';
export { lookupHandlers } from './lookups.ts';
export { medicalNoteHandlers } from './medicalNotes.ts';
export { messageSystemHandlers } from './messageSystems.ts';
export { noticeHandlers } from './notices.ts';
export { personalDataHandlers } from './personalData.ts';
export { pushHandlers } from './push.ts';
export { questionnaireHandlers } from './questionnaires.ts';
export { messageAttachmentHandlers } from './messageAttachments.ts';
export { secureMessageHandlers } from './secureMessages.ts';
export { sessionHandlers } from './session.ts';
export { signedInPlaceHandlers } from './signedInPlaces.ts';
export { signUpHandlers } from './signUp.ts';
export { singleSignOnHandlers } from './singleSignOn.ts';
export { tabletHandlers } from './tablets.ts';
export { treatmentSummaryHandlers } from './treatmentSummary.ts';
