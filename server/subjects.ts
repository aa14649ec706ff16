/*
 * The subjects that the server's rooms declare, one line each. The export, the activity log and the audit of opened pages know the subjects
 * through this list only.
 */
export { educationSubject } from './care/educationSubject.ts';
export { contactSubject } from './contacts/subject.ts';
export { healthSummarySubject } from './healthSummary/subject.ts';
export { medicalNoteSubject } from './medicalNotes/subject.ts';
export { passkeySubject } from './passkeys/subject.ts';
export { questionnaireSubject } from './questionnaires/subject.ts';
export { secondFactorSubject } from './secondFactor/subject.ts';
export { secureMessageSubject } from './secureMessages/subject.ts';
export { testResultSubject } from './testResults/subject.ts';
