/** The rooms of the server, lowest first: a room imports those before it and no later one, by value, type or lazily. */
export const serverRooms: readonly string[] = [
  // Which version this is.
  'server/package.json',
  // Code that runs a process and knows nothing about health.
  'server/process/',
  'server/db/',
  'server/audit/',
  'server/http/',
  'server/html/',
  'server/pdf/',
  'server/files/',
  'server/subject/',
  // Who runs the facility, who signs in, who acts for whom.
  'server/facilities/',
  'server/mail/',
  'server/credentials/',
  'server/secondFactor/',
  'server/passkeys/',
  'server/account/',
  'server/contacts/',
  'server/tablets/',
  // Care, and what others wrote about it.
  'server/care/',
  'server/questionnaires/',
  'server/secureMessages/',
  'server/record/',
  'server/testResults/',
  'server/medicalNotes/',
  'server/treatmentSummary/',
  // What is made from it.
  'server/notices/',
  'server/hl7/',
  'server/healthSummary/',
  'server/recordChanges/',
  'server/subjects.ts',
  'server/personalData/',
  'server/kiosk/',
  'server/session/',
  'server/signUp/',
  // Code that puts the server together.
  'server/metrics/',
  'server/pages/',
  'server/handlers.ts',
  'server/start/',
  'server/admin/',
  'server/demo/',
  'server/main.ts',
];
